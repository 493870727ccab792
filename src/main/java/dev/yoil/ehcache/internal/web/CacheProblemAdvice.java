package dev.yoil.ehcache.internal.web;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers with its problem detail what the inspection refuses, and nothing else's.
 */
@RestControllerAdvice(basePackageClasses = CacheController.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
public class CacheProblemAdvice {

	@ExceptionHandler
	ResponseEntity<ProblemDetail> refused(ErrorResponseException refusal) {
		return ResponseEntity.status(refusal.getStatusCode())
			.headers(refusal.getHeaders())
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.cacheControl(CacheControl.noStore())
			.body(refusal.getBody());
	}

}
