package dev.yoil.webtoon.review;

import dev.yoil.webtoon.problem.ProblemType;

import org.springframework.web.ErrorResponseException;

/**
 * The number of a review.
 *
 * @param value the number
 */
record ReviewId(long value) {

	/**
	 * What a client is told who asks for a number that no review of the webtoon has.
	 */
	static ErrorResponseException unknown() {
		return ProblemType.UNKNOWN_REVIEW.exception("The webtoon has no review of that number, or not any more.");
	}

}
