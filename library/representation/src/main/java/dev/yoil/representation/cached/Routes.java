package dev.yoil.representation.cached;

import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.CachedValue;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.header.CacheStatus;
import dev.yoil.ehcache.internal.header.ServerTiming;
import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.representation.RepresentationReturnValueHandler;
import dev.yoil.representation.RepresentationWriter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.web.servlet.HandlerMapping;

/**
 * The cache entries that answer requests, learned from responses of controller methods
 * with {@link KeyedByUri}. Thread-safe.
 */
final class Routes implements RepresentationReturnValueHandler.Observer {

	/** Limit on routes; beyond it, the oldest is removed. */
	private static final int MOST = 10_000;

	private static final int LONGEST = 512;

	private final ConcurrentHashMap<String, Route> routes = new ConcurrentHashMap<>();

	/** Targets of the routes in the order of insertion. */
	private final Queue<String> learnt = new ConcurrentLinkedQueue<>();

	private final CacheStatus.Disclosure disclosure;

	private final @Nullable BackgroundBrotli brotli;

	private final @Nullable ResponseHeaders headers;

	Routes(CacheStatus.Disclosure disclosure, @Nullable BackgroundBrotli brotli, @Nullable ResponseHeaders headers) {
		this.disclosure = disclosure;
		this.brotli = brotli;
		this.headers = headers;
	}

	/**
	 * Adds {@code Cache-Status} and {@code Server-Timing} to a response, and learns its
	 * route.
	 */
	@Override
	public void answering(Representation representation, MethodParameter returnType, HttpServletRequest request,
			HttpServletResponse response) {
		CacheLookup answer = CacheLookup.get();
		CachedValue present = present(answer);
		// The lookup may have been for other data, from which the response was computed.
		tell(present == null || present.value() instanceof Representation, answer, response);
		// Only an unchanged cached value can be served next time.
		Object key = answer.key();
		if (present != null && present.value() == representation && answer.cache() instanceof EhCacheCache cache
				&& key != null) {
			askedFor(RepresentationWriter.coding(request), cache, key, representation);
			if (returnType.hasMethodAnnotation(KeyedByUri.class) && canHaveRoute(request)
					&& target(request).length() <= LONGEST && UsualSpelling.isUsedBy(request)) {
				learn(cache, key, request).keep(present, request, response);
			}
		}
	}

	/**
	 * Sets {@code Server-Timing}, and {@code Cache-Status} if the response is the cached
	 * value.
	 */
	private void tell(boolean cached, CacheLookup answer, HttpServletResponse response) {
		String status = CacheStatus.of(answer, this.disclosure);
		if (status != null && cached) {
			response.setHeader(CacheStatus.HEADER, status);
		}
		String timing = (this.disclosure != CacheStatus.Disclosure.OFF) ? ServerTiming.of(TimeSpent.get()) : null;
		if (timing != null) {
			response.setHeader(ServerTiming.HEADER, timing);
		}
	}

	/**
	 * Requests Brotli for a cached representation if the client prefers it.
	 */
	void askedFor(@Nullable ContentCoding coding, EhCacheCache cache, Object key, Representation representation) {
		if (coding == ContentCoding.BROTLI && this.brotli != null) {
			this.brotli.askedFor(cache, key, representation);
		}
	}

	private static @Nullable CachedValue present(CacheLookup lookup) {
		Object key = lookup.key();
		return (lookup.cache() instanceof EhCacheCache cache && key != null) ? cache.peek(key) : null;
	}

	/**
	 * Returns the route of a request, or {@code null} if it must go through MVC.
	 */
	@Nullable Route find(HttpServletRequest request) {
		return canHaveRoute(request) ? this.routes.get(target(request)) : null;
	}

	long size() {
		return this.routes.mappingCount();
	}

	/**
	 * Leaves cross-origin requests to MVC, which applies its CORS rules, and so the rare
	 * preconditions.
	 */
	private static boolean canHaveRoute(HttpServletRequest request) {
		String method = request.getMethod();
		return (method.equals("GET") || method.equals("HEAD")) && request.getDispatcherType() == DispatcherType.REQUEST
				&& request.getHeader("Origin") == null && request.getHeader("If-Match") == null;
	}

	/**
	 * Returns the raw target of a request. It is a string, because a map sorts strings
	 * with equal hashes.
	 */
	private static String target(HttpServletRequest request) {
		String query = request.getQueryString();
		String accepted = RepresentationWriter.header(request, "Accept");
		String uri = request.getRequestURI() + ((query != null) ? "?" + query : "");
		return (accepted != null) ? uri + " " + accepted : uri;
	}

	private Route learn(EhCacheCache cache, Object key, HttpServletRequest request) {
		String target = target(request);
		String pattern = (String) request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
		Route route = new Route(cache, key, pattern,
				(this.disclosure != CacheStatus.Disclosure.OFF) ? new CacheStatus(cache, key, this.disclosure) : null,
				(this.headers != null) ? this.headers.of(cache, key) : null);
		if (this.routes.put(target, route) == null) {
			this.learnt.add(target);
			if (this.routes.mappingCount() > MOST) {
				this.routes.remove(this.learnt.remove());
			}
		}
		return route;
	}

	/**
	 * A cache entry and the path pattern of its controller method.
	 *
	 * @param status creates {@code Cache-Status}; {@code null} if it is disabled
	 * @param headers the headers for a cache in front of the application; {@code null}
	 * for none
	 */
	record Route(EhCacheCache cache, Object key, String pattern, @Nullable CacheStatus status,
			ResponseHeaders.@Nullable OfKey headers) {

		/**
		 * Allows a cache in front of the application to keep a response.
		 */
		void keep(CachedValue value, HttpServletRequest request, HttpServletResponse response) {
			if (this.headers != null) {
				this.headers.add(value, request, response);
			}
		}

	}

}
