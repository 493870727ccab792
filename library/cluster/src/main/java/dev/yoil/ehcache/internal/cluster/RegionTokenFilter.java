package dev.yoil.ehcache.internal.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

import dev.yoil.ehcache.internal.purge.Purges;
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
import org.springframework.web.util.WebUtils;

/**
 * A filter that lets clients read their own writes on any instance. The response to a
 * write has a {@linkplain RegionTokens token}, as a cookie for browsers and as a header
 * for other clients. An instance that receives it catches up before it answers.
 * <p>
 * Each response to an unsafe request has a token, also that of an error and of a request
 * that changed nothing: another instance may have committed the change, and died before
 * it answered. Such a token has a barrier in place of versions.
 * <p>
 * A cache in front of the application adds a barrier to each request. Thread-safe.
 */
public final class RegionTokenFilter extends HttpFilter {

	/** The header. */
	public static final String HEADER = "Cache-Token";

	/** The cookie. */
	public static final String COOKIE = "cache-token";

	/** The header with the barrier of a cache in front of the application. */
	public static final String EDGE_HEADER = "Edge-Token";

	/** The attribute of requests whose response such a cache may keep. */
	public static final String CAUGHT_UP = RegionTokenFilter.class.getName() + ".caughtUp";

	/** The methods of requests that change nothing (RFC 9110, 9.2.1). */
	private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

	private static final String WRITES = RegionTokenFilter.class.getName() + ".writes";

	private static final CacheCookie TOKEN = new CacheCookie(COOKIE);

	private static final long serialVersionUID = 1L;

	/** Added to the lease, for slow responses. */
	private static final Duration GRACE = Duration.ofSeconds(10);

	private final transient Regions regions;

	private final transient RegionTokens tokens;

	private final boolean behindEdge;

	private final Duration cookieLifetime;

	/**
	 * Creates the filter and registers it for commits.
	 * @param lease the lifetime of cookies, apart from a grace period
	 * @param behindEdge whether there are caches in front of the application; otherwise
	 * their header is ignored
	 */
	public RegionTokenFilter(Regions regions, Duration lease, boolean behindEdge) {
		this.regions = regions;
		this.tokens = new RegionTokens(regions);
		this.behindEdge = behindEdge;
		this.cookieLifetime = lease.plus(GRACE);
		regions.onCommit((versions) -> update((writes, request) -> writes.committed(versions, request)));
		Purges.of(regions).onUncommitted(() -> update((writes, request) -> writes.uncommitted = true));
	}

	/**
	 * {@return whether a request changes nothing}
	 */
	public static boolean isSafe(HttpServletRequest request) {
		return SAFE.contains(request.getMethod());
	}

	@Override
	protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (!isSafe(request)) {
			String barrier = this.tokens.ofBarrier();
			if (barrier == null) {
				// Without a token, the client could read a value from before its change.
				response.setHeader(HttpHeaders.RETRY_AFTER, "1");
				response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
				return;
			}
			request.setAttribute(WRITES, new Writes(barrier));
			send(barrier, request, response);
		}
		String edge = this.behindEdge ? request.getHeader(EDGE_HEADER) : null;
		if (edge != null && isPassed(edge)) {
			request.setAttribute(CAUGHT_UP, true);
		}
		String token = token(request);
		if (token == null || isApplied(token)) {
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

	/**
	 * If this fails, the request is answered all the same. Its client may read what the
	 * lease permits, but an edge must not keep that.
	 */
	private boolean isPassed(String barrier) {
		try {
			return this.regions.isValid() && this.tokens.pass(barrier);
		}
		catch (DataAccessException ex) {
			return false;
		}
	}

	private boolean isApplied(String token) {
		try {
			return this.tokens.catchUp(token);
		}
		catch (DataAccessException ex) {
			return false;
		}
	}

	private static @Nullable String token(HttpServletRequest request) {
		String header = request.getHeader(HEADER);
		String cookies = (header != null) ? null : request.getHeader(HttpHeaders.COOKIE);
		// Most requests have no token, and no need to parse their cookies.
		Cookie cookie = (cookies != null && cookies.contains(COOKIE)) ? WebUtils.getCookie(request, COOKIE) : null;
		return (cookie != null) ? cookie.getValue() : header;
	}

	/**
	 * Updates the token of the current request's response.
	 */
	private void update(BiConsumer<Writes, HttpServletRequest> change) {
		CacheCookie.ifPossible((request, response) -> {
			Writes writes = (Writes) request.getAttribute(WRITES);
			if (writes == null) {
				writes = new Writes(null);
				request.setAttribute(WRITES, writes);
			}
			change.accept(writes, request);
			String token = writes.token();
			if (token != null) {
				send(token, request, response);
			}
		});
	}

	private void send(String token, HttpServletRequest request, HttpServletResponse response) {
		response.setHeader(HEADER, token);
		TOKEN.set(token, this.cookieLifetime, request, response);
	}

	/** The writes of a request. */
	private final class Writes {

		private final @Nullable String barrier;

		private @Nullable String versions;

		/** True if the versions lack a region that the request has changed or named. */
		private boolean uncommitted;

		/**
		 * Creates the writes of a request that has written nothing.
		 * @param barrier a token for all changes; {@code null} if the request is safe
		 */
		private Writes(@Nullable String barrier) {
			this.barrier = barrier;
		}

		private void committed(Map<String, RegionVersion> added, HttpServletRequest request) {
			String before = (this.versions != null) ? this.versions : RegionTokenFilter.token(request);
			this.versions = RegionTokenFilter.this.tokens.of(before, added);
		}

		/**
		 * Returns the versions only if they cover all changes. An instance can apply them
		 * without a read, and also while the database is unavailable.
		 */
		private @Nullable String token() {
			boolean covered = this.versions != null && !(this.uncommitted && this.barrier != null);
			return covered ? this.versions : this.barrier;
		}

	}

}
