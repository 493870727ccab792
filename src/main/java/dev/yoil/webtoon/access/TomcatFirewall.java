package dev.yoil.webtoon.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.HttpFirewall;

/**
 * Lets every request through that Tomcat lets through, which refuses encoded slashes,
 * backslashes and zeros, steps out of the root, and control characters in headers. What
 * Spring Security's own firewall refuses besides would be answered with 400 instead of
 * what is right: 404 for a path with two slashes, 405 for a method that nobody knows.
 */
final class TomcatFirewall implements HttpFirewall {

	@Override
	public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
		return new FirewalledRequest(request) {

			@Override
			public void reset() {
				// Nothing was changed.
			}

		};
	}

	@Override
	public HttpServletResponse getFirewalledResponse(HttpServletResponse response) {
		return response;
	}

}
