package dev.yoil.webtoon.problem;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A request parameter that is missing or whose value is not allowed: answered with status
 * 400 and a problem detail that names the parameter, the value and what is allowed.
 */
public final class RefusedParameterException extends ErrorResponseException {

	private static final long serialVersionUID = 1L;

	private final String parameter;

	private final String allowed;

	/**
	 * Creates the exception.
	 * @param parameter the parameter's name
	 * @param value its value as the client sent it; blank if it sent none
	 * @param allowed the allowed values in words
	 */
	public RefusedParameterException(String parameter, String value, String allowed) {
		super(ProblemType.REFUSED_PARAMETER.status(), problem(parameter, value, allowed), null);
		this.parameter = parameter;
		this.allowed = allowed;
	}

	/**
	 * Says of a number what its constraints allow.
	 * @param parameter the number's place in a controller method, with {@link Min} and
	 * {@link Max}
	 */
	static RefusedParameterException of(MethodParameter parameter, @Nullable Object value) {
		Min least = parameter.getParameterAnnotation(Min.class);
		Max most = parameter.getParameterAnnotation(Max.class);
		return new RefusedParameterException(String.valueOf(parameter.getParameterName()), String.valueOf(value),
				"whole numbers"
						+ ((least != null && most != null) ? " from " + least.value() + " to " + most.value() : ""));
	}

	/**
	 * What was refused.
	 * @return the parameter's name
	 */
	public String parameter() {
		return this.parameter;
	}

	/**
	 * What would not have been.
	 * @return the allowed values in words
	 */
	public String allowed() {
		return this.allowed;
	}

	private static ProblemDetail problem(String parameter, String value, String allowed) {
		String complaint = value.isBlank() ? "is missing or blank"
				: "has the value '%s', which is not allowed".formatted(Printable.start(value));
		return ProblemType.REFUSED_PARAMETER
			.problem("The parameter '%s' %s. Allowed are %s.".formatted(parameter, complaint, allowed));
	}

}
