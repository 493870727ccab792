package dev.yoil.webtoon.moderation;

import java.util.List;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/**
 * Words to ban, all of them or none.
 *
 * @param words 1 to 1,000 words of 1 to 50 characters
 */
record BannedWordsRequest(@NotNull(message = "must have 1 to 1000 words") @Size(min = 1, max = 1000,
		message = "must have 1 to 1000 words") List<String> words) {
}
