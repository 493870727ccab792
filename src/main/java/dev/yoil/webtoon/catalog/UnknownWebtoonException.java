package dev.yoil.webtoon.catalog;

import dev.yoil.webtoon.problem.ProblemType;

import org.springframework.web.ErrorResponseException;

/**
 * A webtoon that does not exist: answered with status 404 and a problem detail.
 */
public final class UnknownWebtoonException extends ErrorResponseException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 */
	public UnknownWebtoonException() {
		super(ProblemType.UNKNOWN_WEBTOON.status(),
				ProblemType.UNKNOWN_WEBTOON.problem("There is no webtoon of that number."), null);
	}

}
