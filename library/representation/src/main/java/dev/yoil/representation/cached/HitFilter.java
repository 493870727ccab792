package dev.yoil.representation.cached;

import java.io.IOException;

import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.CachedValue;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.header.CacheStatus;
import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;
import dev.yoil.representation.RepresentationReturnValueHandler.Sent;
import dev.yoil.representation.RepresentationWriter;
import dev.yoil.representation.cached.Routes.Route;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.servlet.HandlerMapping;

/**
 * A filter that answers cache hits before MVC, including stale ones. All other requests
 * continue to MVC: misses, due reloads and invalid requests. It must be the last filter,
 * so that all others run first.
 */
final class HitFilter extends HttpFilter {

	private static final long serialVersionUID = 1L;

	private final transient Routes routes;

	HitFilter(Routes routes) {
		this.routes = routes;
	}

	@Override
	protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		// Filters may have wrapped the request.
		Route route = this.routes.find(request);
		ContentCoding coding = (route != null) ? RepresentationWriter.coding(request) : null;
		if (route == null || coding == null || !answered(route, coding, request, response)) {
			proceed(request, response, chain);
		}
	}

	private boolean answered(Route route, ContentCoding coding, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		// Without a recording, escape analysis removes the event.
		AnswerEvent event = new AnswerEvent();
		event.begin();
		CachedValue hit = route.cache().getServable(route.key(), Representation.class);
		if (hit == null) {
			return false;
		}
		CacheStatus status = route.status();
		if (status != null) {
			response.setHeader(CacheStatus.HEADER, status.of(hit));
		}
		route.keep(hit, request, response);
		long begun = event.isEnabled() ? System.nanoTime() : 0;
		Representation value = (Representation) hit.value();
		// MVC sets this for metrics too.
		request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, route.pattern());
		int bytes = RepresentationWriter.write(value, coding, request, response);
		this.routes.askedFor(coding, route.cache(), route.key(), value);
		event.end();
		if (event.shouldCommit()) {
			event.hit(route, hit.stale(), new Sent(bytes, System.nanoTime() - begun), request, response);
		}
		return true;
	}

	private static void proceed(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		// The thread may still hold the lookup of an earlier request.
		CacheLookup.forget();
		TimeSpent.restart();
		AnswerEvent event = new AnswerEvent();
		event.begin();
		try {
			chain.doFilter(request, response);
		}
		finally {
			event.end();
			if (event.shouldCommit()) {
				event.other(Sent.of(request), request, response);
			}
		}
	}

}
