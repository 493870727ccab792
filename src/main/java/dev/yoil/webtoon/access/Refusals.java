package dev.yoil.webtoon.access;

import java.time.Duration;
import java.util.List;

import dev.yoil.webtoon.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.BadCredentialsException;
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

	/**
	 * Creates the answers.
	 * @param problems writes a problem as it does for a controller
	 */
	Refusals(HandlerExceptionResolver problems) {
		this.problems = problems;
	}

	/**
	 * Refuses a request.
	 * @param type the kind of problem
	 * @param detail what is wrong, and what the client can do
	 */
	void refuse(ProblemType type, String detail, HttpServletRequest request, HttpServletResponse response) {
		answer(type.exception(detail), request, response);
	}

	/**
	 * Refuses a body that is not JSON.
	 */
	void refuseBody(HttpServletRequest request, HttpServletResponse response) {
		ErrorResponseException refusal = ProblemType.UNSUPPORTED_MEDIA_TYPE
			.exception("The body has to be JSON, and the header Content-Type has to say so.");
		refusal.getHeaders().setAccept(List.of(MediaType.APPLICATION_JSON));
		answer(refusal, request, response);
	}

	/**
	 * Refuses a request for a time.
	 * @param pause how long; the client is told of it in whole seconds, rounded up
	 */
	void refuseFor(Duration pause, ProblemType type, String detail, HttpServletRequest request,
			HttpServletResponse response) {
		long seconds = Math.max(1, pause.plusNanos(999_999_999).toSeconds());
		ErrorResponseException refusal = type.exception(detail + " Try again in " + seconds + " seconds.");
		refusal.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
		answer(refusal, request, response);
	}

	/**
	 * Refuses a request that has no credentials, or wrong ones.
	 */
	@Override
	public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure) {
		if (failure instanceof TooManyFailedLoginsException tooMany) {
			refuseFor(tooMany.pause(), ProblemType.TOO_MANY_FAILED_LOGINS,
					"There were too many failed logins. No password is tried for now, not even the right one.", request,
					response);
			return;
		}
		ErrorResponseException refusal = ProblemType.UNAUTHENTICATED.exception(detail(request, failure));
		refusal.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE);
		answer(refusal, request, response);
	}

	/**
	 * Refuses a request that may not be made.
	 */
	@Override
	public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException failure) {
		if (failure instanceof CsrfException) {
			refuse(ProblemType.MISSING_CSRF_TOKEN,
					"The request has no CSRF token, or not the one of its cookie. GET /api/v1/csrf sets the cookie and "
							+ "tells the token, and the header that has to repeat it.",
					request, response);
		}
		else {
			refuse(ProblemType.ACCESS_DENIED, "These credentials do not allow this.", request, response);
		}
	}

	private static String detail(HttpServletRequest request, AuthenticationException failure) {
		if (failure instanceof BadCredentialsException) {
			return "The user name or the password is wrong.";
		}
		String objection = LocalOrAdministrator.objection(request);
		return (objection != null)
				? "This is only answered on the machine that runs the service, or to the administrator. "
						+ "The request has no credentials, and does not count as made here because " + objection + "."
				: "This is for the administrator: the request has to have credentials for HTTP Basic.";
	}

	private void answer(ErrorResponseException refusal, HttpServletRequest request, HttpServletResponse response) {
		// A page of the error is written in the language that the request asks for, and
		// is
		// made where MVC has bound no request yet.
		RequestAttributes before = RequestContextHolder.getRequestAttributes();
		RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request, response));
		try {
			this.problems.resolveException(request, response, null, refusal);
		}
		finally {
			RequestContextHolder.setRequestAttributes(before);
		}
	}

}
