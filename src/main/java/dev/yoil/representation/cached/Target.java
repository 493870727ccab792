package dev.yoil.representation.cached;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * What a request asks for, as it came.
 *
 * @param path the path, still encoded
 * @param query the query, still encoded
 * @param accept the media types that the client takes
 */
record Target(String path, @Nullable String query, @Nullable String accept) {

	private static final int LONGEST = 512;

	static Target of(HttpServletRequest request) {
		return new Target(request.getRequestURI(), request.getQueryString(), request.getHeader("Accept"));
	}

	boolean isLong() {
		return this.path.length() + length(this.query) + length(this.accept) > LONGEST;
	}

	private static int length(@Nullable String text) {
		return (text != null) ? text.length() : 0;
	}

}
