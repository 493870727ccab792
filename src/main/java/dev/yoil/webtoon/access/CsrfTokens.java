package dev.yoil.webtoon.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Keeps a visitor's CSRF token in a cookie that no script reads and that no other site's
 * page sends along. Only the address that tells the token sets it. Thread-safe.
 */
final class CsrfTokens implements CsrfTokenRepository {

	/** The name of the cookie. */
	static final String COOKIE = "yoil-csrf";

	private final CookieCsrfTokenRepository cookies = new CookieCsrfTokenRepository();

	private final RequestMatcher source;

	/**
	 * Creates the repository.
	 * @param source the requests that ask for the token
	 */
	CsrfTokens(RequestMatcher source) {
		this.source = source;
		this.cookies.setCookieName(COOKIE);
		this.cookies.setHeaderName("X-CSRF-TOKEN");
		this.cookies.setCookieCustomizer((cookie) -> cookie.sameSite("Strict"));
	}

	@Override
	public CsrfToken generateToken(HttpServletRequest request) {
		return this.cookies.generateToken(request);
	}

	@Override
	public void saveToken(@Nullable CsrfToken token, HttpServletRequest request, HttpServletResponse response) {
		if (this.source.matches(request)) {
			this.cookies.saveToken(token, request, response);
		}
	}

	@Override
	public @Nullable CsrfToken loadToken(HttpServletRequest request) {
		return this.cookies.loadToken(request);
	}

}
