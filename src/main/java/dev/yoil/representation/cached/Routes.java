package dev.yoil.representation.cached;

import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.CachedValue;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.web.CacheStatus;
import dev.yoil.ehcache.internal.web.ServerTiming;
import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.KeyedByUri;
import dev.yoil.representation.Representation;
import dev.yoil.representation.RepresentationReturnValueHandler;
import dev.yoil.representation.RepresentationWriter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Which key of which cache answers which request: learnt from what controller methods did
 * that promise, by {@link KeyedByUri}, to do the same again. Thread-safe.
 */
final class Routes implements RepresentationReturnValueHandler.Observer {

	/** More than a site has; beyond, the oldest are forgotten. */
	private static final int MOST = 10_000;

	private static final int LONGEST = 512;

	private final ConcurrentHashMap<String, Route> routes = new ConcurrentHashMap<>();

	/** Keys of the known routes, in the order in which they were learnt. */
	private final Queue<String> learnt = new ConcurrentLinkedQueue<>();

	private final CacheStatus.Told told;

	private final @Nullable BackgroundBrotli brotli;

	/**
	 * Creates the routes, of which none is known.
	 * @param told how much clients are told of caches
	 * @param brotli compresses for who takes Brotli; {@code null} if nobody does
	 */
	Routes(CacheStatus.Told told, @Nullable BackgroundBrotli brotli) {
		this.told = told;
		this.brotli = brotli;
	}

	/**
	 * Adds the {@code Cache-Status} and the {@code Server-Timing} of an answer, and
	 * remembers its route.
	 */
	@Override
	public void answering(Representation representation, MethodParameter returnType, HttpServletRequest request,
			HttpServletResponse response) {
		CacheLookup answer = CacheLookup.get();
		CachedValue present = present(answer);
		// The cache may have been asked for something else, of which the answer was made.
		tell(present == null || present.value() instanceof Representation, answer, response);
		// Only what came out of the cache unchanged can come from there the next time.
		Object key = answer.key();
		if (present != null && present.value() == representation && answer.cache() instanceof EhCacheCache cache
				&& key != null) {
			askedFor(RepresentationWriter.coding(request), cache, key, representation);
			if (returnType.hasMethodAnnotation(KeyedByUri.class) && canHaveRoute(request) && isDeclared(request)) {
				learn(cache, key, request);
			}
		}
	}

	/**
	 * Adds the {@code Server-Timing} of an answer, and its {@code Cache-Status}.
	 * @param cached whether the answer is what the cache was asked for
	 */
	private void tell(boolean cached, CacheLookup answer, HttpServletResponse response) {
		String status = CacheStatus.of(answer, this.told);
		if (status != null && cached) {
			response.setHeader(CacheStatus.HEADER, status);
		}
		String timing = (this.told != CacheStatus.Told.OFF) ? ServerTiming.of(TimeSpent.get()) : null;
		if (timing != null) {
			response.setHeader(ServerTiming.HEADER, timing);
		}
	}

	/**
	 * Notes in which coding a client would like best what a cache holds.
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
	 * Finds the route of a request.
	 * @return the route, {@code null} if the request has to go through MVC
	 */
	@Nullable Route find(HttpServletRequest request) {
		return canHaveRoute(request) ? this.routes.get(target(request)) : null;
	}

	long size() {
		return this.routes.mappingCount();
	}

	/**
	 * Requests of other sites' pages are for MVC, which answers by its rules for them;
	 * and so is a precondition, which is rare.
	 */
	private static boolean canHaveRoute(HttpServletRequest request) {
		String method = request.getMethod();
		return (method.equals("GET") || method.equals("HEAD")) && request.getDispatcherType() == DispatcherType.REQUEST
				&& request.getHeader("Origin") == null && request.getHeader("If-Match") == null;
	}

	/**
	 * What a request asks for, as it came: what it does not have leaves no text behind. A
	 * text, because a map can tell many of the same hash apart by their order.
	 */
	private static String target(HttpServletRequest request) {
		String query = request.getQueryString();
		String accepted = RepresentationWriter.header(request, "Accept");
		String uri = request.getRequestURI() + ((query != null) ? "?" + query : "");
		return (accepted != null) ? uri + " " + accepted : uri;
	}

	private void learn(EhCacheCache cache, Object key, HttpServletRequest request) {
		String target = target(request);
		if (target.length() > LONGEST) {
			return;
		}
		String pattern = (String) request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
		Route route = new Route(cache, key, pattern,
				(this.told != CacheStatus.Told.OFF) ? new CacheStatus(cache, key, this.told) : null);
		if (this.routes.put(target, route) == null) {
			this.learnt.add(target);
			if (this.routes.mappingCount() > MOST) {
				this.routes.remove(this.learnt.remove());
			}
		}
	}

	/**
	 * Tells whether the method that answers a request declares all of its parameters, as
	 * far as is known: clients could think up any number of others.
	 */
	private static boolean isDeclared(HttpServletRequest request) {
		Set<String> declared = new HashSet<>();
		if (request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE) instanceof HandlerMethod method) {
			for (MethodParameter parameter : method.getMethodParameters()) {
				RequestParam named = parameter.getParameterAnnotation(RequestParam.class);
				Class<?> type = parameter.nestedIfOptional().getNestedParameterType();
				if (Map.class.isAssignableFrom(type) || (named == null && !BeanUtils.isSimpleProperty(type))) {
					// It may take parameters of any name.
					return true;
				}
				declared.add(
						(named != null && !named.name().isEmpty()) ? named.name() : parameter.getParameter().getName());
			}
		}
		return declared.containsAll(request.getParameterMap().keySet());
	}

	/**
	 * Where an answer is found.
	 *
	 * @param cache the cache
	 * @param key the key in it
	 * @param pattern the path of the controller method, for metrics
	 * @param status tells of hits; {@code null} if nobody is told
	 */
	record Route(EhCacheCache cache, Object key, String pattern, @Nullable CacheStatus status) {
	}

}
