package dev.yoil.ehcache.internal.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * A cookie for the next requests of a client. A response sets it at most once.
 *
 * @param name its name
 */
public record CacheCookie(String name) {

	/**
	 * Changes the response to the request of the calling thread. Does nothing if there is
	 * none, or if it is committed.
	 */
	public static void ifPossible(BiConsumer<HttpServletRequest, HttpServletResponse> change) {
		if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes) {
			HttpServletResponse response = attributes.getResponse();
			if (response != null && !response.isCommitted()) {
				change.accept(attributes.getRequest(), response);
			}
		}
	}

	/**
	 * Sets the cookie, or replaces its value.
	 */
	public void set(String value, Duration lifetime, HttpServletRequest request, HttpServletResponse response) {
		replace(response,
				ResponseCookie.from(this.name, value)
					.httpOnly(true)
					.secure(request.isSecure())
					.sameSite("Lax")
					.path("/")
					.maxAge(lifetime)
					.build()
					.toString());
	}

	/**
	 * Removes the cookie from a response that set it.
	 */
	public void remove(HttpServletResponse response) {
		replace(response, null);
	}

	private void replace(HttpServletResponse response, @Nullable String cookie) {
		List<String> cookies = new ArrayList<>(response.getHeaders(HttpHeaders.SET_COOKIE));
		if (cookies.removeIf((each) -> each.startsWith(this.name + "="))) {
			// Without a value, the header is removed.
			response.setHeader(HttpHeaders.SET_COOKIE, null);
			cookies.forEach((each) -> response.addHeader(HttpHeaders.SET_COOKIE, each));
		}
		if (cookie != null) {
			response.addHeader(HttpHeaders.SET_COOKIE, cookie);
		}
	}

}
