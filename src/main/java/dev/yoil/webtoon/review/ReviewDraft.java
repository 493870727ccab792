package dev.yoil.webtoon.review;

import dev.yoil.webtoon.validation.Text;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/**
 * The text of a new or edited review.
 */
record ReviewDraft(
		@Text(max = 20) String nickname, @NotNull(message = WRONG_RATING) @Min(value = 1,
				message = WRONG_RATING) @Max(value = 5, message = WRONG_RATING) Integer rating,
		@Text(max = 1000, lines = true) String text) {

	private static final String WRONG_RATING = "must be a whole number from 1 to 5";

}
