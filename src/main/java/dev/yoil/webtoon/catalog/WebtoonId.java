package dev.yoil.webtoon.catalog;

import dev.yoil.webtoon.problem.ProblemType;

import org.springframework.web.ErrorResponseException;

/**
 * The number of a webtoon.
 */
public record WebtoonId(long value) {

	/**
	 * Returns the exception for a number without a webtoon, which is answered with 404.
	 */
	public static ErrorResponseException unknown() {
		return ProblemType.UNKNOWN_WEBTOON.exception("There is no webtoon with this number.");
	}

}
