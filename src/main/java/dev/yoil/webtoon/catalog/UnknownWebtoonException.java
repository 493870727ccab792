package dev.yoil.webtoon.catalog;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A webtoon that does not exist: answered with status 404 and a problem detail.
 */
final class UnknownWebtoonException extends ErrorResponseException {

	private static final long serialVersionUID = 1L;

	UnknownWebtoonException() {
		super(HttpStatus.NOT_FOUND,
				ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, "There is no webtoon of that number."), null);
	}

}
