package dev.yoil.ehcache.internal.web;

import java.util.Map;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AbstractAuthenticationProcessingFilter;
import org.springframework.security.web.csrf.CsrfToken;

/**
 * What the console has to know of Spring Security, where that is. Thread-safe.
 */
final class ConsoleSecurity {

	private final ObjectProvider<SecurityFilterChain> chains;

	ConsoleSecurity(BeanFactory beans) {
		this.chains = beans.getBeanProvider(SecurityFilterChain.class);
	}

	/**
	 * Tells how one signs in.
	 * @return {@code page} if the application leads to a page for it, its own or that of
	 * somebody it trusts; {@code password} if it takes credentials with each request;
	 * empty if nothing looks at who asks
	 */
	String signIn(HttpServletRequest request) {
		return this.chains.orderedStream()
			.filter((chain) -> chain.matches(request))
			.findFirst()
			.filter((chain) -> !chain.getFilters().isEmpty())
			.map((chain) -> chain.getFilters().stream().anyMatch(ConsoleSecurity::hasPage) ? "page" : "password")
			.orElse("");
	}

	private static boolean hasPage(Filter filter) {
		return filter instanceof AbstractAuthenticationProcessingFilter;
	}

	/**
	 * {@return the header and the value that changes have to bring along; none if they
	 * need not}
	 */
	Map.@Nullable Entry<String, String> csrf(HttpServletRequest request) {
		CsrfToken token = (CsrfToken) request.getAttribute(CsrfToken.class.getName());
		return (token != null) ? Map.entry(token.getHeaderName(), token.getToken()) : null;
	}

	/**
	 * {@return what has Spring Security ask for credentials, in the application's way}
	 */
	RuntimeException nobody() {
		return new AccessDeniedException("Only for users who are signed in");
	}

}
