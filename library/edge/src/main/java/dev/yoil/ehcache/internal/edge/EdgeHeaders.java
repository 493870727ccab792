package dev.yoil.ehcache.internal.edge;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

import dev.yoil.ehcache.CachedValue;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.EncodedName;
import dev.yoil.ehcache.internal.cluster.RegionTokenFilter;
import dev.yoil.ehcache.spi.CacheValidity;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The response headers from which a cache in front of the application learns what it may
 * keep, how long, and under which tags. Thread-safe.
 */
public final class EdgeHeaders {

	private final Edges edges;

	private final boolean shared;

	/**
	 * Creates the headers.
	 * @param shared whether there are several instances: then an edge may keep only
	 * responses to requests for which this instance has read all versions
	 */
	public EdgeHeaders(Edges edges, boolean shared) {
		this.edges = edges;
		this.shared = shared;
	}

	/**
	 * {@return the tags of the responses with a cached value, as the value of a header;
	 * {@code null} if it has too many regions}
	 */
	public @Nullable String tags(EhCacheCache cache, Object key) {
		Set<String> regions = new HashSet<>(cache.unwrap(CacheValidity.class).regions(key));
		regions.add(EncodedName.region(cache.getName()));
		return this.edges.tags(regions);
	}

	/**
	 * Adds the headers to a response with a cached value, unless it is for a user, or the
	 * value is stale or will expire within a second.
	 * @param tags the {@linkplain #tags tags}
	 */
	public void add(String tags, EhCacheCache cache, CachedValue value, HttpServletRequest request,
			HttpServletResponse response) {
		Duration longest = cache.declared().policy().edge();
		if (longest == null || value.stale() || request.getHeader(HttpHeaders.AUTHORIZATION) != null
				|| request.getUserPrincipal() != null) {
			return;
		}
		long seconds = Math.min(longest.toMillis(), value.timeLeft()) / 1_000;
		if (seconds <= 0) {
			return;
		}
		response.setHeader(this.edges.settings().tagHeader(), tags);
		if (!this.shared || this.edges.settings().repeatAfter() != null
				|| request.getAttribute(RegionTokenFilter.CAUGHT_UP) != null) {
			response.setHeader(this.edges.settings().ageHeader(), "max-age=" + seconds);
			response.setHeader("X-Accel-Expires", String.valueOf(seconds));
		}
	}

}
