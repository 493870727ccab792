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
 * Answers, with problem details, what filters refuse. Thread-safe.
 */
final class Refusals implements AuthenticationEntryPoint, AccessDeniedHandler {

	private static final String CHALLENGE = "Basic realm=\"Yoil\", charset=\"UTF-8\"";

	private final HandlerExceptionResolver problems;

	Refusals(HandlerExceptionResolver problems) {
		this.problems = problems;
	}

	/**
	 * The problem of a request that has no credentials, or wrong ones.
	 */
	static ErrorResponseException unauthenticated(String detail) {
		ErrorResponseException problem = ProblemType.UNAUTHENTICATED.exception(detail);
		problem.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE);
		return problem;
	}

	void refuse(ProblemType type, String detail, HttpServletRequest request, HttpServletResponse response) {
		answer(type.exception(detail), request, response);
	}

	/**
	 * Refuses a request of nobody who is known.
	 */
	@Override
	public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure) {
		ErrorResponseException told = told(failure.getCause());
		if (told == null) {
			told = unauthenticated(
					(failure instanceof BadCredentialsException) ? "The user name or the password is wrong."
							: "This is for the administrator: the request has to have credentials for HTTP Basic.");
		}
		answer(told, request, response);
	}

	/**
	 * Refuses a request of the administrator, or a visitor's without a CSRF token.
	 */
	@Override
	public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure) {
		ErrorResponseException told = told(failure);
		if (told == null) {
			told = (failure instanceof CsrfException) ? ProblemType.MISSING_CSRF_TOKEN.exception(
					"The request has no CSRF token, or not the one of its cookie. GET /api/v1/csrf sets the cookie "
							+ "and tells the token, and the header that has to repeat it.")
					: ProblemType.ACCESS_DENIED.exception("These credentials do not allow this.");
		}
		answer(told, request, response);
	}

	private static @Nullable ErrorResponseException told(@Nullable Throwable failure) {
		if (failure instanceof AuthorizationDeniedException denied
				&& denied.getAuthorizationResult() instanceof Refused refused) {
			return refused.problem();
		}
		return (failure instanceof ErrorResponseException problem) ? problem : null;
	}

	private void answer(ErrorResponseException refusal, HttpServletRequest request, HttpServletResponse response) {
		// A page of the error is written in the language that the request asks for, and
		// is made where MVC has bound no request yet.
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
	 * What a rule decides that says itself what is answered.
	 *
	 * @param problem the answer
	 */
	record Refused(ErrorResponseException problem) implements AuthorizationResult {

		@Override
		public boolean isGranted() {
			return false;
		}

	}

}
