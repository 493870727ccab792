package dev.yoil.webtoon.page;

import java.time.Duration;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * The choice of a language by {@code lang=ko} or {@code lang=en}. It is stored in a
 * cookie, and the client is redirected to the same page without the parameter.
 * Thread-safe.
 */
final class LanguageSwitch implements HandlerInterceptor {

	static final String PARAMETER = "lang";

	private static final Duration KEPT = Duration.ofDays(365);

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
		String asked = request.getParameter(PARAMETER);
		if (asked == null) {
			return true;
		}
		String address = addressWithout(request);
		if (address.equals(address(request.getRequestURI(), request.getQueryString()))) {
			// The parameter name is percent-encoded, so it was not removed: a redirect
			// would loop.
			return true;
		}
		// An unknown language is removed from the address and changes nothing.
		Language.of(asked).ifPresent((language) -> response.addHeader(HttpHeaders.SET_COOKIE, cookie(language)));
		response.setStatus(HttpServletResponse.SC_SEE_OTHER);
		response.setHeader(HttpHeaders.LOCATION, address);
		response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
		return false;
	}

	private static String cookie(Language language) {
		return ResponseCookie.from(Language.COOKIE, language.tag())
			.httpOnly(true)
			.sameSite("Lax")
			.path("/")
			.maxAge(KEPT)
			.build()
			.toString();
	}

	private static String addressWithout(HttpServletRequest request) {
		// A path with two leading slashes would lead to another site.
		String path = request.getRequestURI().replaceFirst("^/+", "/");
		String query = UriComponentsBuilder.newInstance()
			.query(request.getQueryString())
			.replaceQueryParam(PARAMETER)
			.build()
			.getQuery();
		return address(path, query);
	}

	private static String address(String path, @Nullable String query) {
		return (query == null || query.isEmpty()) ? path : path + "?" + query;
	}

}
