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

/**
 * Shows whoever changes something that change on whichever instance answers next: the
 * answer brings a {@linkplain RegionTokens token}, as a cookie for browsers and as a
 * header for others, and the instance to which it comes back catches up first.
 * Thread-safe.
 */
public final class RegionTokenFilter extends HttpFilter {

	/** The name of the header. */
	public static final String HEADER = "Cache-Token";

	/** The name of the cookie. */
	public static final String COOKIE = "cache-token";

	private static final long serialVersionUID = 1L;

	/** Beyond the lease, for answers that take long. */
	private static final Duration GRACE = Duration.ofSeconds(10);

	private final transient Regions regions;

	private final transient RegionTokens tokens;

	private final Duration kept;

	/**
	 * Creates the filter, which is told of commits from then on.
	 * @param lease after which an instance knows of every change or serves nothing
	 */
	public RegionTokenFilter(Regions regions, Duration lease) {
		this.regions = regions;
		this.tokens = new RegionTokens(regions);
		this.kept = lease.plus(GRACE);
		regions.onCommit(this::handOut);
	}

	@Override
	protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		String token = token(request);
		if (token == null || isCaughtUp(token)) {
			chain.doFilter(request, response);
			return;
		}
		this.regions.doubt();
		try {
			chain.doFilter(request, response);
		}
		finally {
			this.regions.trust();
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
		Object made = request.getAttribute(HEADER);
		if (made != null) {
			return (String) made;
		}
		String header = request.getHeader(HEADER);
		String cookies = (header != null) ? null : request.getHeader(HttpHeaders.COOKIE);
		if (cookies != null && cookies.contains(COOKIE)) {
			for (Cookie cookie : request.getCookies()) {
				if (cookie.getName().equals(COOKIE)) {
					return cookie.getValue();
				}
			}
		}
		return header;
	}

	/**
	 * Hands out the token of what the thread of a request has committed.
	 */
	private void handOut(Map<String, RegionVersion> raised) {
		if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes attributes) {
			HttpServletRequest request = attributes.getRequest();
			HttpServletResponse response = attributes.getResponse();
			String token = this.tokens.of(token(request), raised);
			if (response == null || response.isCommitted() || token == null) {
				return;
			}
			// What is committed later in the same request adds to it; of cookies of one
			// name the last one counts.
			request.setAttribute(HEADER, token);
			response.setHeader(HEADER, token);
			response.addHeader(HttpHeaders.SET_COOKIE,
					ResponseCookie.from(COOKIE, token)
						.httpOnly(true)
						.secure(request.isSecure())
						.sameSite("Lax")
						.path("/")
						.maxAge(this.kept)
						.build()
						.toString());
		}
	}

}
