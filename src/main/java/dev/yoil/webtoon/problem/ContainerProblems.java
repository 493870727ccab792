package dev.yoil.webtoon.problem;

import java.net.URI;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/**
 * Problem details of errors that no controller saw: a request that could not be read, or
 * a failure in a filter or in the servlet container itself.
 */
final class ContainerProblems {

	private static final String UNREADABLE = """
			The request is not valid HTTP, or it has too many parameters, headers or cookies. \
			In its address, characters other than letters, digits and -._~!$&'()*+,;=:@/? must be percent-encoded \
			as UTF-8, and an encoded slash, backslash or zero is not allowed.""";

	private ContainerProblems() {
	}

	/**
	 * The problem detail of a status.
	 * @param status an HTTP status from 400; one that is not registered counts as 500
	 * @return a problem detail in words of ours, so that nothing internal is given away
	 */
	static ProblemDetail of(int status) {
		HttpStatus known = HttpStatus.resolve(status);
		HttpStatus answered = (known != null) ? known : HttpStatus.INTERNAL_SERVER_ERROR;
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(answered, detail(answered));
		problem.setType(ProblemType.of(answered));
		return problem;
	}

	/**
	 * Where a problem happened.
	 * @param uri what the request asked for
	 * @return the same with one slash at its beginning: after two there would be a host
	 */
	static URI instance(String uri) {
		return URI.create(uri.replaceFirst("^/+", "/"));
	}

	private static String detail(HttpStatus status) {
		return switch (status) {
			case BAD_REQUEST -> UNREADABLE;
			case NOT_FOUND -> "There is nothing at this address.";
			case METHOD_NOT_ALLOWED -> "This address does not support the request's method.";
			case CONTENT_TOO_LARGE -> "The request has too many parameters or its body is too large.";
			case URI_TOO_LONG -> "The request's address is too long.";
			case REQUEST_HEADER_FIELDS_TOO_LARGE -> "The request's headers are too large.";
			case SERVICE_UNAVAILABLE -> "The service cannot answer at the moment. Try again later.";
			case INTERNAL_SERVER_ERROR -> "The service failed to answer. The cause has been logged.";
			default -> "The request cannot be answered: " + status.getReasonPhrase() + ".";
		};
	}

}
