package dev.yoil.webtoon.moderation;

import java.time.Instant;

/**
 * A word that nobody may write here.
 *
 * @param id its number
 * @param word the word as it was written
 * @param createdAt when it was banned
 */
record BannedWord(long id, String word, Instant createdAt) {
}
