package dev.yoil.ehcache.internal.web;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/**
 * Tells clients of the inspection which parameter was refused and what it takes, as the
 * controllers' own constraints have it.
 */
@RestControllerAdvice(basePackageClasses = CacheController.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
public class RefusedParameterAdvice {

	@ExceptionHandler
	ResponseEntity<ProblemDetail> wrongType(MethodArgumentTypeMismatchException failure) {
		return refused(failure.getParameter(), failure.getValue());
	}

	@ExceptionHandler
	ResponseEntity<ProblemDetail> outOfBounds(HandlerMethodValidationException failure) {
		ParameterValidationResult first = failure.getParameterValidationResults().get(0);
		return refused(first.getMethodParameter(), first.getArgument());
	}

	private static ResponseEntity<ProblemDetail> refused(MethodParameter parameter, @Nullable Object value) {
		String detail = "The parameter '%s' has the value '%s'. Allowed is %s.".formatted(parameter.getParameterName(),
				CacheProblem.shortened(String.valueOf(value)), allowed(parameter));
		return ResponseEntity.status(CacheProblem.REFUSED_PARAMETER.status())
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.cacheControl(CacheControl.noStore())
			.body(CacheProblem.REFUSED_PARAMETER.problem(detail));
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
