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
 * What every answer tells a browser not to do with it, by Spring Security's writers: its
 * filter chains use them, and valves for what no filter sees. Thread-safe.
 */
public final class SecurityHeaders {

	/**
	 * For what is no page: nothing may be loaded, run or framed, should a browser ever
	 * show it as one.
	 */
	static final String FOR_DATA = "default-src 'none'; frame-ancestors 'none'";

	/** For pages: scripts, styles and pictures of this site in files of their own. */
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
	 * Adds the headers to the answer, once or again.
	 * @param request tells what is asked for, and whether it came over TLS
	 * @param response gets the headers; its body must not have begun
	 */
	public static void write(HttpServletRequest request, HttpServletResponse response) {
		(isData(request.getRequestURI()) ? DATA : PAGES).writeHeaders(request, response);
	}

	/**
	 * Whether an address is below one that only ever answers data, wherever the service
	 * is mapped to. A request that could not be parsed has no address.
	 */
	private static boolean isData(@Nullable String uri) {
		return uri == null || uri.contains("/api/v1/") || uri.contains("/thumbnails/");
	}

}
