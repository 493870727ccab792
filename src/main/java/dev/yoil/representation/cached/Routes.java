package dev.yoil.representation.cached;

import java.util.concurrent.ConcurrentHashMap;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.Hit;
import dev.yoil.ehcache.LastAnswer;
import dev.yoil.ehcache.web.CacheStatus;
import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.representation.RepresentationReturnValueHandler;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Which key of which cache answers which request: learnt from what controller methods did
 * that promise, by {@link KeyedByUri}, to do the same again. Thread-safe.
 */
public final class Routes implements RepresentationReturnValueHandler.Observer {

	/**
	 * More than a site has; a client that thinks up more makes all be learnt again.
	 */
	private static final int MOST = 10_000;

	private final ConcurrentHashMap<Target, Route> routes = new ConcurrentHashMap<>();

	/**
	 * Adds the {@code Cache-Status} of an answer, and remembers its route.
	 */
	@Override
	public void answering(Representation representation, MethodParameter returnType, HttpServletRequest request,
			HttpServletResponse response) {
		LastAnswer answer = LastAnswer.get();
		String status = CacheStatus.of(answer);
		if (status != null) {
			response.setHeader(CacheStatus.HEADER, status);
		}
		if (returnType.hasMethodAnnotation(KeyedByUri.class)) {
			learn(representation, answer, request);
		}
	}

	@Nullable Route find(HttpServletRequest request) {
		String method = request.getMethod();
		return (method.equals("GET") || method.equals("HEAD")) ? this.routes.get(Target.of(request)) : null;
	}

	/**
	 * How many routes are known.
	 */
	long size() {
		return this.routes.mappingCount();
	}

	private void learn(Representation representation, LastAnswer answer, HttpServletRequest request) {
		EhCacheCache cache = answer.cache();
		Object key = answer.key();
		Target target = Target.of(request);
		if (cache == null || key == null || target.isLong()) {
			return;
		}
		Hit present = answer.present();
		// Only what came out of the cache unchanged can come from there the next time.
		if (present == null || present.value() != representation) {
			return;
		}
		if (this.routes.mappingCount() >= MOST) {
			this.routes.clear();
		}
		String pattern = (String) request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
		this.routes.put(target, new Route(cache, key, pattern, new CacheStatus(cache, key)));
	}

	/**
	 * Where an answer is found.
	 *
	 * @param cache the cache
	 * @param key the key in it
	 * @param pattern the path of the controller method, for metrics
	 * @param status tells of hits
	 */
	record Route(EhCacheCache cache, Object key, String pattern, CacheStatus status) {
	}

}
