package dev.yoil.webtoon.moderation;

import java.time.Instant;

/**
 * A word that nobody may write here.
 *
 * @param id its number
 * @param word the word as it was written
 * @param match where it is found
 * @param createdAt when it was banned
 */
record BannedWord(long id, String word, WordMatch match, Instant createdAt) {
}
