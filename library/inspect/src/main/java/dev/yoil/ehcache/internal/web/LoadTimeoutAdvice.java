package dev.yoil.ehcache.internal.web;

import dev.yoil.ehcache.LoadTimeoutException;

import org.springframework.core.annotation.Order;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Handler of requests that timed out waiting for a load. It precedes advice without an
 * order, which may handle any exception.
 */
@RestControllerAdvice
@Order(0)
public class LoadTimeoutAdvice {

	@ExceptionHandler
	ResponseEntity<ProblemDetail> loadTimeout(LoadTimeoutException failure) {
		return ResponseEntity.status(CacheProblem.LOAD_TIMEOUT.status())
			.header(HttpHeaders.RETRY_AFTER, "1")
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.cacheControl(CacheControl.noStore())
			.body(CacheProblem.LOAD_TIMEOUT.problem("The answer is still being prepared. Try again in a second."));
	}

}
