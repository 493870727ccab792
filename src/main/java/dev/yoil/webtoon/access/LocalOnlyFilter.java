package dev.yoil.webtoon.access;

import java.io.IOException;
import java.util.Set;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Refuses, with status 403 and a problem detail, what was not asked for on this machine.
 */
final class LocalOnlyFilter extends OncePerRequestFilter {

	private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

	private final HandlerExceptionResolver problems;

	private final boolean everybodyMayRead;

	/**
	 * Creates the filter.
	 * @param problems answers what is refused
	 * @param everybodyMayRead whether only what may change something is refused
	 */
	LocalOnlyFilter(HandlerExceptionResolver problems, boolean everybodyMayRead) {
		this.problems = problems;
		this.everybodyMayRead = everybodyMayRead;
	}

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return this.everybodyMayRead && READING.contains(request.getMethod());
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		String objection = LocalRequest.objection(request);
		if (objection == null) {
			chain.doFilter(request, response);
			return;
		}
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.FORBIDDEN,
				"This is only answered on the machine that runs the service. The request is refused because "
						+ objection + ".");
		this.problems.resolveException(request, response, null,
				new ErrorResponseException(HttpStatus.FORBIDDEN, problem, null));
	}

}
