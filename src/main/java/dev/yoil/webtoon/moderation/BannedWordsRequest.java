package dev.yoil.webtoon.moderation;

import java.util.List;

import dev.yoil.webtoon.validation.Text;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * Words to ban, all of them or none.
 *
 * @param words 1 to 1,000 words of 1 to 50 characters
 * @param match where all of them are to be found, {@code null} for what is usual for the
 * length of each
 */
record BannedWordsRequest(@NotNull(message = "must have 1 to 1000 words") @Size(min = 1, max = 1000,
		message = "must have 1 to 1000 words") List<@Text(max = 50) String> words, @Nullable WordMatch match) {
}
