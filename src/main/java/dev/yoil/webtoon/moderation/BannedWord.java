package dev.yoil.webtoon.moderation;

import java.time.Instant;

/**
 * A word that is not allowed in reviews, and where it matches.
 */
record BannedWord(long id, String word, WordMatch match, Instant createdAt) {
}
