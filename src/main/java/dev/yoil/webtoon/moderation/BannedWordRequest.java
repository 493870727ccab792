package dev.yoil.webtoon.moderation;

import dev.yoil.webtoon.validation.Text;
import org.jspecify.annotations.Nullable;

/**
 * A word to ban.
 *
 * @param word 1 to 50 characters
 * @param match where it is to be found, {@code null} for what is usual for its length
 */
record BannedWordRequest(@Text(max = 50) String word, @Nullable WordMatch match) {
}
