package dev.yoil.webtoon;

import java.net.URI;
import java.util.Locale;

import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * The kinds of problems that a client can be told of. Each has a {@code type} (RFC 9457)
 * that never changes, for programs to tell them apart: {@code urn:yoil:problem:} and the
 * name in lower case with hyphens. {@code docs/problems.md} explains each.
 */
public enum ProblemType {

	/** A parameter is missing or its value is not allowed. */
	REFUSED_PARAMETER(HttpStatus.BAD_REQUEST),
	/** The body is no JSON, or not of the form that is asked for. */
	UNREADABLE_BODY(HttpStatus.BAD_REQUEST),
	/** The body has the right form, but values that are not allowed. */
	REFUSED_VALUES(HttpStatus.BAD_REQUEST),
	/** There is no webtoon of that number. */
	UNKNOWN_WEBTOON(HttpStatus.NOT_FOUND),
	/** The database cannot be reached. */
	DATABASE_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE);

	private static final String PREFIX = "urn:yoil:problem:";

	private final HttpStatus status;

	ProblemType(HttpStatus status) {
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
		return uri(name());
	}

	/**
	 * A problem of this kind.
	 * @param detail what is wrong this time, and what the client can do
	 * @return a problem detail
	 */
	public ProblemDetail problem(String detail) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(this.status, detail);
		problem.setType(uri());
		return problem;
	}

	/**
	 * A problem of this kind, to be thrown.
	 * @param detail what is wrong this time, and what the client can do
	 * @return an exception that is answered with the problem detail
	 */
	public ErrorResponseException exception(String detail) {
		return new ErrorResponseException(this.status, problem(detail), null);
	}

	/**
	 * The type of problems that say no more than their status.
	 * @param status a status from 400
	 * @return an absolute URI
	 */
	public static URI of(HttpStatusCode status) {
		HttpStatus known = HttpStatus.resolve(status.value());
		return uri((known != null) ? known.name() : "STATUS_" + status.value());
	}

	private static URI uri(String name) {
		return URI.create(PREFIX + name.toLowerCase(Locale.ROOT).replace('_', '-'));
	}

}
