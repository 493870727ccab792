package dev.yoil.webtoon.problem;

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
	/** There is no genre of that code. */
	UNKNOWN_GENRE(HttpStatus.NOT_FOUND),
	/** There is a genre of that code already. */
	GENRE_EXISTS(HttpStatus.CONFLICT),
	/** Webtoons have the genre that is to be deleted. */
	GENRE_IN_USE(HttpStatus.CONFLICT),
	/** What is to be changed is no longer what the client has seen. */
	CHANGED_MEANWHILE(HttpStatus.PRECONDITION_FAILED),
	/** A text has words in it that are not allowed here. */
	BANNED_WORDS(HttpStatus.UNPROCESSABLE_CONTENT),
	/** There is no banned word of that number. */
	UNKNOWN_BANNED_WORD(HttpStatus.NOT_FOUND),
	/** The word is banned already, perhaps in another spelling. */
	BANNED_WORD_EXISTS(HttpStatus.CONFLICT),
	/** There are as many banned words as can be looked for. */
	TOO_MANY_BANNED_WORDS(HttpStatus.CONFLICT),
	/** Nothing is answered to the address that the request comes from. */
	BLOCKED_ADDRESS(HttpStatus.FORBIDDEN),
	/** There is no blocked address of that number. */
	UNKNOWN_BLOCKED_ADDRESS(HttpStatus.NOT_FOUND),
	/** The address is blocked already. */
	BLOCKED_ADDRESS_EXISTS(HttpStatus.CONFLICT),
	/** The address to block is that of whoever asks for it. */
	OWN_ADDRESS(HttpStatus.CONFLICT),
	/** The webtoon has no review of that number. */
	UNKNOWN_REVIEW(HttpStatus.NOT_FOUND),
	/** The review was written by another visitor. */
	REVIEW_OF_ANOTHER(HttpStatus.FORBIDDEN),
	/** The visitor has reviewed the webtoon already. */
	SECOND_REVIEW(HttpStatus.CONFLICT),
	/** The address asked for needs credentials, and there were none or wrong ones. */
	UNAUTHENTICATED(HttpStatus.UNAUTHORIZED),
	/** The credentials are right, but do not go so far: so far, those of nobody. */
	ACCESS_DENIED(HttpStatus.FORBIDDEN),
	/** A page of another site asks for a change. */
	FOREIGN_ORIGIN(HttpStatus.FORBIDDEN),
	/** A visitor's change has no CSRF token, or a wrong one. */
	MISSING_CSRF_TOKEN(HttpStatus.FORBIDDEN),
	/** The client has changed as much as it may for now. */
	TOO_MANY_REQUESTS(HttpStatus.TOO_MANY_REQUESTS),
	/** There were too many wrong passwords, so that none is tried for now. */
	TOO_MANY_FAILED_LOGINS(HttpStatus.TOO_MANY_REQUESTS),
	/** The body is larger than any that is taken. */
	CONTENT_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE),
	/** The body is of a type that is not taken. */
	UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE),
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
