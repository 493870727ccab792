package dev.yoil.representation.cached;

import dev.yoil.ehcache.CachedValue;
import dev.yoil.ehcache.EhCacheCache;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * Headers of the responses with a cached value, for a cache in front of the application.
 * Implementations are thread-safe.
 */
@FunctionalInterface
public interface ResponseHeaders {

	/**
	 * Returns the headers of the responses with the value of a key. Callers keep the
	 * result for later responses.
	 * @return the headers; {@code null} for none
	 */
	@Nullable OfKey of(EhCacheCache cache, Object key);

	/** Headers of the responses with the value of one key. */
	@FunctionalInterface
	interface OfKey {

		/**
		 * Adds the headers to a response, before its body is written.
		 */
		void add(CachedValue value, HttpServletRequest request, HttpServletResponse response);

	}

}
