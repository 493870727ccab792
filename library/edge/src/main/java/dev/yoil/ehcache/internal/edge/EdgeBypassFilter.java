package dev.yoil.ehcache.internal.edge;

import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;

import dev.yoil.ehcache.internal.cluster.CacheCookie;
import dev.yoil.ehcache.internal.cluster.RegionTokenFilter;
import dev.yoil.ehcache.internal.manager.EhCacheManagers;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * A filter for the cookie with which writers bypass a cache in front of the application.
 * Each response to an unsafe request has it, also that of an error, unless a purge was
 * confirmed. Thread-safe.
 */
public final class EdgeBypassFilter extends HttpFilter {

	private static final CacheCookie COOKIE = new CacheCookie("cache-bypass");

	private static final String UNCONFIRMED = EdgeBypassFilter.class.getName() + ".unconfirmed";

	private static final long serialVersionUID = 1L;

	/** Added to the longest time that an edge keeps a response, for slow requests. */
	private static final Duration GRACE = Duration.ofSeconds(20);

	private final transient EhCacheManagers caches;

	/**
	 * Creates the filter and registers it for purges.
	 */
	public EdgeBypassFilter(Edges edges, EhCacheManagers caches) {
		this.caches = caches;
		edges.onPurge(EdgeBypassFilter.this::purged);
	}

	@Override
	protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (!RegionTokenFilter.isSafe(request)) {
			bypass(request, response);
		}
		chain.doFilter(request, response);
	}

	private void purged(boolean confirmed) {
		CacheCookie.ifPossible((request, response) -> {
			if (!confirmed) {
				request.setAttribute(UNCONFIRMED, true);
				bypass(request, response);
			}
			else if (request.getAttribute(UNCONFIRMED) == null) {
				COOKIE.remove(response);
			}
		});
	}

	private void bypass(HttpServletRequest request, HttpServletResponse response) {
		COOKIE.set("1", longest().plus(GRACE), request, response);
	}

	private Duration longest() {
		return this.caches.all()
			.stream()
			.flatMap((manager) -> manager.caches().stream())
			.map((cache) -> cache.declared().policy().edge())
			.filter(Objects::nonNull)
			.max(Comparator.naturalOrder())
			.orElse(Duration.ZERO);
	}

}
