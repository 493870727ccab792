package dev.yoil.webtoon.access;

import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Set;

import dev.yoil.webtoon.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses changes that a page of another site has a browser make with credentials that
 * the browser remembers. Every browser tells of them, by {@code Sec-Fetch-Site} or
 * {@code Origin}; a script sends neither. And it refuses bodies other than JSON, which
 * are all that a form can send.
 */
final class SameOriginFilter extends OncePerRequestFilter {

	private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

	private final RequestMatcher changes;

	private final Refusals refusals;

	/**
	 * Creates the filter.
	 * @param changes what must not be asked for by other sites
	 * @param refusals answer what is
	 */
	SameOriginFilter(RequestMatcher changes, Refusals refusals) {
		this.changes = changes;
		this.refusals = refusals;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (!this.changes.matches(request)) {
			chain.doFilter(request, response);
		}
		else if (isOfAnotherSite(request)) {
			this.refusals.refuse(ProblemType.FOREIGN_ORIGIN,
					"A page of another site asks for this, as Origin or Sec-Fetch-Site say. If it was a page of this "
							+ "site, a proxy in between has to pass on the header Host as it came.",
					request, response);
		}
		else if (!isJson(request.getContentType())) {
			this.refusals.refuseBody(request, response);
		}
		else {
			chain.doFilter(request, response);
		}
	}

	private static boolean isOfAnotherSite(HttpServletRequest request) {
		String site = request.getHeader("Sec-Fetch-Site");
		String origin = request.getHeader("Origin");
		return (site != null && !OWN_SITE.contains(site))
				|| (origin != null && !isOf(request.getHeader("Host"), origin.toLowerCase(Locale.ROOT)));
	}

	/**
	 * Compares host and port. The scheme may differ, because a proxy in front may have
	 * ended TLS.
	 */
	private static boolean isOf(@Nullable String host, String origin) {
		try {
			String authority = URI.create(origin).getRawAuthority();
			return authority != null && authority.equalsIgnoreCase(host);
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private static boolean isJson(@Nullable String type) {
		try {
			return type == null || MediaType.APPLICATION_JSON.equalsTypeAndSubtype(MediaType.parseMediaType(type));
		}
		catch (InvalidMediaTypeException ex) {
			return false;
		}
	}

}
