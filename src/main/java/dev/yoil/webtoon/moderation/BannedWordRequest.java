package dev.yoil.webtoon.moderation;

import dev.yoil.webtoon.Text;

/**
 * A word to ban.
 *
 * @param word 1 to 50 characters
 */
record BannedWordRequest(@Text(max = 50) String word) {
}
