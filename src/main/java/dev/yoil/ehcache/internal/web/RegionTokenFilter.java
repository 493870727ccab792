package dev.yoil.ehcache.internal.web;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import dev.yoil.ehcache.internal.region.RegionTokens;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.util.WebUtils;

/**
 * A filter that lets clients read their own writes on any instance. The response to a
 * write has a {@linkplain RegionTokens token}, as a cookie for browsers and as a header
 * for other clients. An instance that receives it catches up before it answers.
 * Thread-safe.
 */
public final class RegionTokenFilter extends HttpFilter {

	/** The header. */
	public static final String HEADER = "Cache-Token";

	/** The cookie. */
	public static final String COOKIE = "cache-token";

	/** The attribute of requests for which all versions were read. */
	static final String CAUGHT_UP = RegionTokenFilter.class.getName() + ".caughtUp";

	private static final long serialVersionUID = 1L;

	/** Added to the lease, for slow responses. */
	private static final Duration GRACE = Duration.ofSeconds(10);

	private final transient Regions regions;

	private final transient RegionTokens tokens;

	private final Duration cookieLifetime;

	/**
	 * Creates the filter and registers it for commits.
	 * @param lease the lifetime of cookies, apart from a grace period
	 */
	public RegionTokenFilter(Regions regions, Duration lease) {
		this.regions = regions;
		this.tokens = new RegionTokens(regions);
		this.cookieLifetime = lease.plus(GRACE);
		regions.onCommit(this::addToken);
	}

	@Override
	protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		String token = token(request);
		if (token == null || isCaughtUp(token)) {
			if (token != null && token.equals(this.tokens.ofAll())) {
				request.setAttribute(CAUGHT_UP, true);
			}
			chain.doFilter(request, response);
			return;
		}
		Runnable trust = this.regions.distrust();
		try {
			chain.doFilter(request, response);
		}
		finally {
			trust.run();
		}
	}

	private boolean isCaughtUp(String token) {
		try {
			return this.tokens.catchUp(token);
		}
		catch (DataAccessException ex) {
			return false;
		}
	}

	private static @Nullable String token(HttpServletRequest request) {
		Object extended = request.getAttribute(HEADER);
		if (extended != null) {
			return (String) extended;
		}
		String header = request.getHeader(HEADER);
		String cookies = (header != null) ? null : request.getHeader(HttpHeaders.COOKIE);
		// Most requests have no token, and no need to parse their cookies.
		Cookie cookie = (cookies != null && cookies.contains(COOKIE)) ? WebUtils.getCookie(request, COOKIE) : null;
		return (cookie != null) ? cookie.getValue() : header;
	}

	/**
	 * Adds the token of a commit to the response of the current request.
	 */
	private void addToken(Map<String, RegionVersion> raised) {
		if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes) {
			HttpServletRequest request = attributes.getRequest();
			HttpServletResponse response = attributes.getResponse();
			String token = this.tokens.of(token(request), raised);
			if (response == null || response.isCommitted() || token == null) {
				return;
			}
			// A later commit extends the token; clients use the last cookie of a name.
			request.setAttribute(HEADER, token);
			response.setHeader(HEADER, token);
			addCookie(COOKIE, token, this.cookieLifetime, request, response);
		}
	}

	static void addCookie(String name, String value, Duration lifetime, HttpServletRequest request,
			HttpServletResponse response) {
		response.addHeader(HttpHeaders.SET_COOKIE,
				ResponseCookie.from(name, value)
					.httpOnly(true)
					.secure(request.isSecure())
					.sameSite("Lax")
					.path("/")
					.maxAge(lifetime)
					.build()
					.toString());
	}

}
