package dev.yoil.webtoon.problem;

import java.net.URI;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/**
 * Problem details for errors that no controller handled: unreadable requests, and
 * failures in a filter or in the servlet container.
 */
final class ContainerProblems {

	private static final String UNREADABLE = """
			The request is not valid HTTP, or it has too many parameters, headers or cookies. \
			In its address, characters other than letters, digits and -._~!$&'()*+,;=:@/? must be percent-encoded \
			as UTF-8, and an encoded slash, backslash or zero is not allowed.""";

	private ContainerProblems() {
	}

	/**
	 * Returns the problem detail of a status, without internal information.
	 * @param status an HTTP status from 400; an unregistered one counts as 500
	 */
	static ProblemDetail of(int status) {
		HttpStatus known = HttpStatus.resolve(status);
		HttpStatus answered = (known != null) ? known : HttpStatus.INTERNAL_SERVER_ERROR;
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(answered, detail(answered));
		problem.setType(ProblemType.of(answered));
		return problem;
	}

	/**
	 * Returns the URI with exactly one leading slash. After two slashes, a host name
	 * would follow.
	 */
	static URI instance(String uri) {
		return URI.create(uri.replaceFirst("^/+", "/"));
	}

	private static String detail(HttpStatus status) {
		return switch (status) {
			case BAD_REQUEST -> UNREADABLE;
			case NOT_FOUND -> "Nothing exists at this address.";
			case METHOD_NOT_ALLOWED -> "This address does not support the request method.";
			case CONTENT_TOO_LARGE -> "The request has too many parameters or its body is too large.";
			case URI_TOO_LONG -> "The request address is too long.";
			case REQUEST_HEADER_FIELDS_TOO_LARGE -> "The request headers are too large.";
			case SERVICE_UNAVAILABLE -> "The service is temporarily unavailable. Try again later.";
			case INTERNAL_SERVER_ERROR -> "Internal error. The cause has been logged.";
			default -> "The request failed: " + status.getReasonPhrase() + ".";
		};
	}

}
