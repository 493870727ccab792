package dev.yoil.webtoon.problem;

import java.net.URI;
import java.util.Locale;

import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * The kinds of problems. Each has a permanent {@code type} (RFC 9457) for programs:
 * {@code urn:yoil:problem:} and the name in lower case with hyphens. {@code
 * docs/site/problems.md} explains them.
 */
public enum ProblemType {

	REFUSED_PARAMETER(HttpStatus.BAD_REQUEST), UNREADABLE_BODY(HttpStatus.BAD_REQUEST),
	REFUSED_VALUES(HttpStatus.BAD_REQUEST), UNKNOWN_WEBTOON(HttpStatus.NOT_FOUND), UNKNOWN_GENRE(HttpStatus.NOT_FOUND),
	GENRE_EXISTS(HttpStatus.CONFLICT), GENRE_IN_USE(HttpStatus.CONFLICT),
	CHANGED_MEANWHILE(HttpStatus.PRECONDITION_FAILED), BANNED_WORDS(HttpStatus.UNPROCESSABLE_CONTENT),
	UNKNOWN_BANNED_WORD(HttpStatus.NOT_FOUND), BANNED_WORD_EXISTS(HttpStatus.CONFLICT),
	TOO_MANY_BANNED_WORDS(HttpStatus.CONFLICT), BLOCKED_ADDRESS(HttpStatus.FORBIDDEN),
	UNKNOWN_BLOCKED_ADDRESS(HttpStatus.NOT_FOUND), BLOCKED_ADDRESS_EXISTS(HttpStatus.CONFLICT),
	OWN_ADDRESS(HttpStatus.CONFLICT), UNKNOWN_REVIEW(HttpStatus.NOT_FOUND), REVIEW_OF_ANOTHER(HttpStatus.FORBIDDEN),
	SECOND_REVIEW(HttpStatus.CONFLICT), UNAUTHENTICATED(HttpStatus.UNAUTHORIZED), ACCESS_DENIED(HttpStatus.FORBIDDEN),
	FOREIGN_ORIGIN(HttpStatus.FORBIDDEN), MISSING_CSRF_TOKEN(HttpStatus.FORBIDDEN),
	TOO_MANY_REQUESTS(HttpStatus.TOO_MANY_REQUESTS), TOO_MANY_FAILED_LOGINS(HttpStatus.TOO_MANY_REQUESTS),
	CONTENT_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE), UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE),
	DATABASE_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE);

	private static final String PREFIX = "urn:yoil:problem:";

	private final HttpStatus status;

	ProblemType(HttpStatus status) {
		this.status = status;
	}

	/**
	 * Returns the status of the response.
	 */
	public HttpStatus status() {
		return this.status;
	}

	/**
	 * Returns the {@code type} of the problem.
	 */
	public URI uri() {
		return uri(name());
	}

	/**
	 * Returns a problem detail of this type.
	 */
	public ProblemDetail problem(String detail) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(this.status, detail);
		problem.setType(uri());
		return problem;
	}

	/**
	 * Returns an exception that is answered with a problem of this type.
	 */
	public ErrorResponseException exception(String detail) {
		return new ErrorResponseException(this.status, problem(detail), null);
	}

	/**
	 * Returns the type of a problem that has no more information than its status.
	 */
	public static URI of(HttpStatusCode status) {
		HttpStatus known = HttpStatus.resolve(status.value());
		return uri((known != null) ? known.name() : "STATUS_" + status.value());
	}

	private static URI uri(String name) {
		return URI.create(PREFIX + name.toLowerCase(Locale.ROOT).replace('_', '-'));
	}

}
