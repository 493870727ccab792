package dev.yoil.webtoon.review;

import java.util.regex.Pattern;

import dev.yoil.webtoon.ProblemType;

import org.springframework.web.ErrorResponseException;

/**
 * The number of a review, as it stands in addresses.
 *
 * @param value the number
 */
record ReviewId(long value) {

	/** As many digits as every such number has room for. */
	private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

	/**
	 * Reads the number from an address.
	 * @param text what stands there
	 * @return the number
	 * @throws ErrorResponseException if it is none
	 */
	static ReviewId of(String text) {
		if (!NUMBER.matcher(text).matches()) {
			throw unknown();
		}
		return new ReviewId(Long.parseLong(text));
	}

	/**
	 * What a client is told who asks for a number that no review of the webtoon has.
	 */
	static ErrorResponseException unknown() {
		return ProblemType.UNKNOWN_REVIEW.exception("The webtoon has no review of that number, or not any more.");
	}

}
