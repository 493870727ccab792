package dev.yoil.webtoon;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * What every answer tells a browser not to do with it. Written by hand instead of by
 * Spring Security's writers, because a hit carries them too, and there each object and
 * each comparison shows. Thread-safe.
 */
public final class SecurityHeaders {

	/**
	 * For what is no page: nothing may be loaded, run or framed, should a browser ever
	 * show it as one. It has no links, forms or addresses of its own that anything else
	 * would be about.
	 */
	static final String FOR_DATA = "default-src 'none'; frame-ancestors 'none'";

	/** For pages: scripts, styles and pictures of this site in files of their own. */
	static final String FOR_PAGES = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
			+ "frame-ancestors 'none'";

	/** A year, in seconds. */
	private static final String HTTPS_ONLY = "max-age=31536000";

	private SecurityHeaders() {
	}

	/**
	 * Adds the headers to the answer, once or again.
	 * @param request tells what is asked for, and whether it came over TLS
	 * @param response gets the headers; its body must not have begun
	 */
	public static void write(HttpServletRequest request, HttpServletResponse response) {
		response.setHeader("X-Content-Type-Options", "nosniff");
		if (isData(request.getRequestURI())) {
			response.setHeader("Content-Security-Policy", FOR_DATA);
		}
		else {
			response.setHeader("Content-Security-Policy", FOR_PAGES);
			response.setHeader("Referrer-Policy", "no-referrer");
			response.setHeader("X-Frame-Options", "DENY");
		}
		if (request.isSecure()) {
			response.setHeader("Strict-Transport-Security", HTTPS_ONLY);
		}
	}

	/**
	 * Whether an address is below one that only ever answers data, wherever the service
	 * is mapped to. A request that could not be parsed has no address.
	 */
	private static boolean isData(@Nullable String uri) {
		return uri == null || uri.contains("/api/v1/") || uri.contains("/thumbnails/");
	}

}
