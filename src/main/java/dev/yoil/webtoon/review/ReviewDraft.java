package dev.yoil.webtoon.review;

import dev.yoil.webtoon.validation.Text;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/**
 * What a visitor sends to post or to edit a review.
 *
 * @param nickname the name that the visitor goes by, 1 to 20 characters
 * @param rating from 1 to 5
 * @param text what the visitor thinks, 1 to 1,000 characters, in lines
 */
record ReviewDraft(
		@Text(max = 20) String nickname, @NotNull(message = WRONG_RATING) @Min(value = 1,
				message = WRONG_RATING) @Max(value = 5, message = WRONG_RATING) Integer rating,
		@Text(max = 1000, lines = true) String text) {

	private static final String WRONG_RATING = "must be a whole number from 1 to 5";

}
