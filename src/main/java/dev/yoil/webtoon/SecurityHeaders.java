package dev.yoil.webtoon;

import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.writers.CompositeHeaderWriter;
import org.springframework.security.web.header.writers.ContentSecurityPolicyHeaderWriter;
import org.springframework.security.web.header.writers.HstsHeaderWriter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.security.web.header.writers.XContentTypeOptionsHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter;
import org.springframework.security.web.header.writers.frameoptions.XFrameOptionsHeaderWriter.XFrameOptionsMode;

/**
 * The security headers of every response, written by Spring Security's header writers.
 * Filter chains use it, and so do valves for requests that reach no filter. Thread-safe.
 */
public final class SecurityHeaders {

	/**
	 * Policy for data: nothing may be loaded, run or framed if a browser shows it as a
	 * page.
	 */
	static final String FOR_DATA = "default-src 'none'; frame-ancestors 'none'";

	/** Policy for pages: scripts, styles and images only from files of this site. */
	static final String FOR_PAGES = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
			+ "frame-ancestors 'none'";

	private static final HeaderWriter DATA = new CompositeHeaderWriter(List.of(new XContentTypeOptionsHeaderWriter(),
			new ContentSecurityPolicyHeaderWriter(FOR_DATA), new HstsHeaderWriter(false)));

	private static final HeaderWriter PAGES = new CompositeHeaderWriter(
			List.of(new XContentTypeOptionsHeaderWriter(), new ContentSecurityPolicyHeaderWriter(FOR_PAGES),
					new HstsHeaderWriter(false), new ReferrerPolicyHeaderWriter(ReferrerPolicy.NO_REFERRER),
					new XFrameOptionsHeaderWriter(XFrameOptionsMode.DENY)));

	private SecurityHeaders() {
	}

	/**
	 * Sets the headers of a response. Calling it twice has no further effect.
	 * @param request the request, whose path and TLS state decide the headers
	 */
	public static void write(HttpServletRequest request, HttpServletResponse response) {
		(isData(request.getRequestURI()) ? DATA : PAGES).writeHeaders(request, response);
	}

	/**
	 * Returns whether the path is below one that only serves data, for any context path.
	 * A request that could not be parsed has no path.
	 */
	private static boolean isData(@Nullable String uri) {
		return uri == null || uri.contains("/api/v1/") || uri.contains("/thumbnails/");
	}

}
