package dev.yoil.representation.cached;

import java.io.IOException;

import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.CachedValue;
import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.web.CacheStatus;
import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;
import dev.yoil.representation.RepresentationReturnValueHandler.Sent;
import dev.yoil.representation.RepresentationWriter;
import dev.yoil.representation.cached.Routes.Route;
import dev.yoil.representation.internal.HandOver;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.servlet.HandlerMapping;

/**
 * Answers hits in front of MVC, stale ones too. Everything else goes on to MVC: what is
 * not in a cache, what should be loaded again now, and what is wrong in any way. It has
 * to be the last filter, so that all others are asked before it.
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
		// Filters in between may have made another request of it.
		Route route = this.routes.find(request);
		if (route == null || !answered(request, response, route)) {
			goOn(request, response, chain);
		}
	}

	private void goOn(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		HandOver poller = HandOver.current();
		if (poller != null) {
			// The hit that was at hand has left since; MVC may have to wait.
			poller.toWorker(request.startAsync(request, response)::dispatch);
			return;
		}
		// This thread may remember another request, and this one may get no handler.
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
				event.ofMvc(request, response);
			}
		}
	}

	private boolean answered(HttpServletRequest request, HttpServletResponse response, Route route) throws IOException {
		// Without a recording it is never made, and what it is asked is constant.
		AnswerEvent event = new AnswerEvent();
		event.begin();
		ContentCoding coding = RepresentationWriter.coding(request);
		CachedValue hit = (coding != null) ? route.cache().hit(route.key(), Representation.class) : null;
		if (coding == null || hit == null) {
			return false;
		}
		// As MVC would say it, for whoever counts requests.
		request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, route.pattern());
		CacheStatus status = route.status();
		if (status != null) {
			response.setHeader(CacheStatus.HEADER, status.of(hit));
		}
		long begun = event.isEnabled() ? System.nanoTime() : 0;
		Representation representation = (Representation) hit.value();
		int bytes = RepresentationWriter.write(representation, coding, request, response);
		event.end();
		if (event.shouldCommit()) {
			event.hit(route, hit.stale(), new Sent(bytes, System.nanoTime() - begun), request, response);
		}
		this.routes.askedFor(coding, route.cache(), route.key(), representation);
		return true;
	}

}
