package dev.yoil.webtoon.problem;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A missing or invalid request parameter, answered with status 400. The problem detail
 * names the parameter, the value and the allowed values.
 */
public final class RefusedParameterException extends ErrorResponseException {

	private static final long serialVersionUID = 1L;

	private final String parameter;

	private final String allowed;

	/**
	 * Creates the exception.
	 * @param value the value sent by the client; blank if missing
	 * @param allowed the allowed values in words
	 */
	public RefusedParameterException(String parameter, String value, String allowed) {
		super(ProblemType.REFUSED_PARAMETER.status(), problem(parameter, value, allowed), null);
		this.parameter = parameter;
		this.allowed = allowed;
	}

	/**
	 * Derives the allowed values from {@link Min} and {@link Max}.
	 */
	static RefusedParameterException of(MethodParameter parameter, @Nullable Object value) {
		Min least = parameter.getParameterAnnotation(Min.class);
		Max most = parameter.getParameterAnnotation(Max.class);
		return new RefusedParameterException(String.valueOf(parameter.getParameterName()), String.valueOf(value),
				"whole numbers"
						+ ((least != null && most != null) ? " from " + least.value() + " to " + most.value() : ""));
	}

	/**
	 * Returns the name of the parameter.
	 */
	public String parameter() {
		return this.parameter;
	}

	/**
	 * Returns the allowed values in words.
	 * @return the allowed values
	 */
	public String allowed() {
		return this.allowed;
	}

	private static ProblemDetail problem(String parameter, String value, String allowed) {
		String complaint = value.isBlank() ? "is missing or blank"
				: "has the invalid value '%s'".formatted(Printable.start(value));
		return ProblemType.REFUSED_PARAMETER
			.problem("Parameter '%s' %s. Allowed values: %s.".formatted(parameter, complaint, allowed));
	}

}
