package dev.yoil.webtoon.blocking;

import java.time.Instant;

/**
 * An address, or a range of addresses, to which nothing is answered.
 *
 * @param id its number
 * @param address the first address, a slash and the number of bits that all share
 * @param reason why it is blocked
 * @param createdAt since when
 */
record BlockedAddress(long id, String address, String reason, Instant createdAt) {
}
