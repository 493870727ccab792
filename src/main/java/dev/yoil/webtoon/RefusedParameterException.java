package dev.yoil.webtoon;

import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A request parameter that is missing or whose value is not allowed: answered with status
 * 400 and a problem detail that names the parameter, the value and what is allowed.
 */
public final class RefusedParameterException extends ErrorResponseException {

	/**
	 * Creates the exception.
	 * @param parameter the parameter's name
	 * @param value its value as the client sent it; blank if it sent none
	 * @param allowed the allowed values in words
	 */
	public RefusedParameterException(String parameter, String value, String allowed) {
		super(ProblemType.REFUSED_PARAMETER.status(), problem(parameter, value, allowed), null);
	}

	private static ProblemDetail problem(String parameter, String value, String allowed) {
		String complaint = value.isBlank() ? "is missing or blank"
				: "has the value '%s', which is not allowed".formatted(Printable.start(value));
		return ProblemType.REFUSED_PARAMETER
			.problem("The parameter '%s' %s. Allowed are %s.".formatted(parameter, complaint, allowed));
	}

}
