package dev.yoil.webtoon.blocking;

import java.time.Instant;

/**
 * A blocked address or range.
 */
record BlockedAddress(long id, String address, String reason, Instant createdAt) {
}
