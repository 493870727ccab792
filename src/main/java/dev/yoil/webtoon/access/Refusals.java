package dev.yoil.webtoon.access;

import dev.yoil.webtoon.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.csrf.CsrfException;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Problem details for requests that filters refuse. Thread-safe.
 */
final class Refusals implements AuthenticationEntryPoint, AccessDeniedHandler {

	private static final String CHALLENGE = "Basic realm=\"Yoil\", charset=\"UTF-8\"";

	private final HandlerExceptionResolver problems;

	Refusals(HandlerExceptionResolver problems) {
		this.problems = problems;
	}

	/**
	 * Returns the problem of a request with missing or wrong credentials.
	 */
	static ErrorResponseException unauthenticated(String detail) {
		ErrorResponseException problem = ProblemType.UNAUTHENTICATED.exception(detail);
		problem.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE);
		return problem;
	}

	@Override
	public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure) {
		ErrorResponseException problem = problem(failure.getCause());
		if (problem == null) {
			problem = unauthenticated((failure instanceof BadCredentialsException) ? "Wrong user name or password."
					: "Only the administrator may do this. Send credentials for HTTP Basic.");
		}
		answer(problem, request, response);
	}

	@Override
	public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure) {
		ErrorResponseException problem = problem(failure);
		if (problem == null) {
			problem = (failure instanceof CsrfException)
					? ProblemType.MISSING_CSRF_TOKEN.exception(
							"The CSRF token is missing or does not match the cookie. GET /api/v1/csrf sets the cookie "
									+ "and returns the token and the name of the header to send it in.")
					: ProblemType.ACCESS_DENIED.exception("These credentials do not allow this.");
		}
		answer(problem, request, response);
	}

	private static @Nullable ErrorResponseException problem(@Nullable Throwable failure) {
		if (failure instanceof AuthorizationDeniedException denied
				&& denied.getAuthorizationResult() instanceof Refused refused) {
			return refused.problem();
		}
		return (failure instanceof ErrorResponseException problem) ? problem : null;
	}

	void answer(ErrorResponseException refusal, HttpServletRequest request, HttpServletResponse response) {
		// An error page uses the language of the request, and MVC has not bound a request
		// yet.
		RequestAttributes before = RequestContextHolder.getRequestAttributes();
		RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request, response));
		try {
			this.problems.resolveException(request, response, null, refusal);
		}
		finally {
			RequestContextHolder.setRequestAttributes(before);
		}
	}

	/**
	 * A denial that carries its response.
	 */
	record Refused(ErrorResponseException problem) implements AuthorizationResult {

		@Override
		public boolean isGranted() {
			return false;
		}

	}

}
