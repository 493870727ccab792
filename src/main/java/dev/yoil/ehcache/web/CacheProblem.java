package dev.yoil.ehcache.web;

import java.net.URI;
import java.util.Locale;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * The kinds of problems that the integration tells clients of. Each has a {@code type}
 * (RFC 9457) that never changes: {@code urn:yoil:ehcache:problem:} and the name in lower
 * case with hyphens. {@code docs/problems.md} explains each.
 */
public enum CacheProblem {

	/** A parameter of the inspection has a value that is not allowed. */
	REFUSED_PARAMETER(HttpStatus.BAD_REQUEST),
	/** There is no cache of that name. */
	UNKNOWN_CACHE(HttpStatus.NOT_FOUND),
	/** There is no entry of that number in the cache, or not any more. */
	UNKNOWN_ENTRY(HttpStatus.NOT_FOUND),
	/** What is to be evicted is named in no way, in several, or in a wrong one. */
	REFUSED_EVICTION(HttpStatus.BAD_REQUEST),
	/** The answer is still being loaded for another, for longer than one may wait. */
	LOAD_TIMEOUT(HttpStatus.SERVICE_UNAVAILABLE);

	private final HttpStatus status;

	CacheProblem(HttpStatus status) {
		this.status = status;
	}

	/**
	 * The status that such a problem is answered with.
	 * @return an HTTP status from 400
	 */
	public HttpStatus status() {
		return this.status;
	}

	/**
	 * What programs know the problem by.
	 * @return an absolute URI
	 */
	public URI uri() {
		return URI.create("urn:yoil:ehcache:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-'));
	}

	ProblemDetail problem(String detail) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(this.status, detail);
		problem.setType(uri());
		return problem;
	}

	ErrorResponseException exception(String detail) {
		return new ErrorResponseException(this.status, problem(detail), null);
	}

}
