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
 * Lets a reader choose a language by {@code lang=ko} or {@code lang=en} in the address of
 * any page, which is then shown at its own address. Thread-safe.
 */
final class LanguageSwitch implements HandlerInterceptor {

	/** The name of the parameter. */
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
			// Its name is encoded in a way that nobody links to: who follows would come
			// back here again and again.
			return true;
		}
		// A language that there is not is left out of the address, and changes nothing.
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
		// Two slashes at the beginning would lead to another site.
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
