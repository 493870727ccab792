package dev.yoil.webtoon.access;

import java.util.function.Supplier;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRequestHandler;
import org.springframework.security.web.csrf.XorCsrfTokenRequestAttributeHandler;

/**
 * Takes a CSRF token from its header and from nowhere else. Whoever asks a request for a
 * parameter has Tomcat read a form's whole body, past every limit of ours. Thread-safe.
 */
final class HeaderCsrfTokens implements CsrfTokenRequestHandler {

	private final XorCsrfTokenRequestAttributeHandler masked = new XorCsrfTokenRequestAttributeHandler();

	@Override
	public void handle(HttpServletRequest request, HttpServletResponse response, Supplier<CsrfToken> token) {
		this.masked.handle(request, response, token);
	}

	@Override
	public @Nullable String resolveCsrfTokenValue(HttpServletRequest request, CsrfToken token) {
		return this.masked.resolveCsrfTokenValue(new HttpServletRequestWrapper(request) {
			@Override
			public @Nullable String getParameter(String name) {
				return null;
			}
		}, token);
	}

}
