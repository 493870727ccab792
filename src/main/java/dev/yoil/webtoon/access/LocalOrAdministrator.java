package dev.yoil.webtoon.access;

import java.util.function.Supplier;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;

/**
 * Lets through what was asked for on this machine, and the administrator from anywhere.
 * Thread-safe.
 */
final class LocalOrAdministrator implements AuthorizationManager<RequestAuthorizationContext> {

	private static final String OBJECTION = LocalOrAdministrator.class.getName() + ".objection";

	private final AuthorizationManager<RequestAuthorizationContext> administrator = AuthorityAuthorizationManager
		.hasRole(AdministratorLogin.ROLE);

	private final @Nullable String closed;

	/**
	 * Creates the rule.
	 * @param closed why not even a request made here gets through; {@code null} if it
	 * does
	 */
	LocalOrAdministrator(@Nullable String closed) {
		this.closed = closed;
	}

	@Override
	public @Nullable AuthorizationResult authorize(Supplier<? extends @Nullable Authentication> user,
			RequestAuthorizationContext asked) {
		AuthorizationResult result = this.administrator.authorize(user, asked);
		if (result != null && result.isGranted()) {
			return result;
		}
		HttpServletRequest request = asked.getRequest();
		String objection = (this.closed != null) ? this.closed : LocalRequest.objection(request);
		request.setAttribute(OBJECTION, objection);
		return new AuthorizationDecision(objection == null);
	}

	/**
	 * Tells why a request was not let through.
	 * @return the reason; {@code null} if it was not asked for, or was let through
	 */
	static @Nullable String objection(HttpServletRequest request) {
		return (String) request.getAttribute(OBJECTION);
	}

}
