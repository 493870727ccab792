package dev.yoil.ehcache.internal.web;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/**
 * The problem of a parameter of the inspection whose value is not allowed. It names the
 * parameter and what it takes, as the controllers' own constraints have it.
 */
final class RefusedParameter {

	private RefusedParameter() {
	}

	static ErrorResponseException of(MethodArgumentTypeMismatchException failure) {
		return refused(failure.getParameter(), failure.getValue());
	}

	static ErrorResponseException of(HandlerMethodValidationException failure) {
		ParameterValidationResult first = failure.getParameterValidationResults().get(0);
		return refused(first.getMethodParameter(), first.getArgument());
	}

	private static ErrorResponseException refused(MethodParameter parameter, @Nullable Object value) {
		return CacheProblem.REFUSED_PARAMETER
			.exception("The parameter '%s' has the value '%s'. Allowed is %s.".formatted(parameter.getParameterName(),
					CacheProblem.shortened(String.valueOf(value)), allowed(parameter)));
	}

	private static String allowed(MethodParameter parameter) {
		Min least = parameter.getParameterAnnotation(Min.class);
		Max most = parameter.getParameterAnnotation(Max.class);
		if (least != null && most != null) {
			return "a whole number from " + least.value() + " to " + most.value();
		}
		Size size = parameter.getParameterAnnotation(Size.class);
		if (size != null) {
			return "a text of up to " + size.max() + " characters";
		}
		Pattern pattern = parameter.getParameterAnnotation(Pattern.class);
		return (pattern != null) ? "what matches " + pattern.regexp() : "a whole number";
	}

}
