package dev.yoil.ehcache.internal.web;

import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AbstractAuthenticationProcessingFilter;
import org.springframework.security.web.csrf.CsrfToken;

/**
 * Access of the console to Spring Security, if present. Thread-safe.
 */
final class ConsoleSecurity {

	private final ObjectProvider<SecurityFilterChain> chains;

	ConsoleSecurity(BeanFactory beans) {
		this.chains = beans.getBeanProvider(SecurityFilterChain.class);
	}

	/**
	 * Returns the way to sign in: {@code page} for a login page, {@code password} for
	 * credentials with each request, empty without security.
	 */
	String signIn(HttpServletRequest request) {
		return this.chains.orderedStream()
			.filter((chain) -> chain.matches(request))
			.findFirst()
			.filter((chain) -> !chain.getFilters().isEmpty())
			.map((chain) -> chain.getFilters()
				.stream()
				.anyMatch(AbstractAuthenticationProcessingFilter.class::isInstance) ? "page" : "password")
			.orElse("");
	}

	/** Returns the CSRF header and its value, {@code null} if none is required. */
	Map.@Nullable Entry<String, String> csrf(HttpServletRequest request) {
		CsrfToken token = (CsrfToken) request.getAttribute(CsrfToken.class.getName());
		return (token != null) ? Map.entry(token.getHeaderName(), token.getToken()) : null;
	}

	/** Creates the exception that makes Spring Security ask for credentials. */
	RuntimeException unauthenticated() {
		return new AccessDeniedException("Sign in first");
	}

}
