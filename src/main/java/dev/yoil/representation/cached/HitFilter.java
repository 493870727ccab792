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
import org.jspecify.annotations.Nullable;

import org.springframework.web.servlet.HandlerMapping;

/**
 * Answers hits in front of MVC, stale ones too, and those who wait for another's load.
 * Everything else goes on to MVC: what is not in a cache and nobody loads, what should be
 * loaded again now, and what is wrong in any way. It has to be the last filter, so that
 * all others are asked before it.
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
		ContentCoding coding = (route != null) ? RepresentationWriter.coding(request) : null;
		if (route == null || coding == null || !answered(route, coding, request, response)) {
			goOn(route, coding, request, response, chain);
		}
	}

	private boolean answered(Route route, ContentCoding coding, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		// Without a recording it is never made, and what it is asked is constant.
		AnswerEvent event = new AnswerEvent();
		event.begin();
		CachedValue hit = route.cache().hit(route.key(), Representation.class);
		if (hit == null) {
			return false;
		}
		CacheStatus status = route.status();
		if (status != null) {
			response.setHeader(CacheStatus.HEADER, status.of(hit));
		}
		long begun = event.isEnabled() ? System.nanoTime() : 0;
		int bytes = write((Representation) hit.value(), route, coding, request, response);
		event.end();
		if (event.shouldCommit()) {
			event.hit(route, hit.stale(), new Sent(bytes, System.nanoTime() - begun), request, response);
		}
		return true;
	}

	private void goOn(@Nullable Route route, @Nullable ContentCoding coding, HttpServletRequest request,
			HttpServletResponse response, FilterChain chain) throws IOException, ServletException {
		HandOver poller = HandOver.current();
		if (poller != null) {
			// The hit has left since it was foreseen, and a load may have to be awaited.
			poller.toWorker(request.startAsync(request, response)::dispatch);
			return;
		}
		// This thread may remember another request, and this one may get no handler.
		CacheLookup.forget();
		TimeSpent.restart();
		AnswerEvent event = new AnswerEvent();
		event.begin();
		Sent sent = null;
		try {
			sent = (route != null && coding != null) ? waited(route, coding, request, response) : null;
			if (sent == null) {
				chain.doFilter(request, response);
			}
		}
		finally {
			CacheLookup.forgetWait();
			event.end();
			if (event.shouldCommit()) {
				event.other((sent != null) ? sent : Sent.of(request), request, response);
			}
		}
	}

	/**
	 * Answers with the value that another is loading. If that gives none, MVC goes on
	 * from there without waiting again.
	 * @return {@code null} if it is for MVC to answer
	 */
	private @Nullable Sent waited(Route route, ContentCoding coding, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		Representation value = route.cache().join(route.key(), Representation.class);
		if (value == null) {
			// MVC counts it as if it had waited itself.
			TimeSpent.restart();
			return null;
		}
		this.routes.tell(true, CacheLookup.get(), response);
		long begun = System.nanoTime();
		int bytes = write(value, route, coding, request, response);
		return new Sent(bytes, System.nanoTime() - begun);
	}

	private int write(Representation value, Route route, ContentCoding coding, HttpServletRequest request,
			HttpServletResponse response) throws IOException {
		// As MVC would say it, for whoever counts requests.
		request.setAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, route.pattern());
		int bytes = RepresentationWriter.write(value, coding, request, response);
		this.routes.askedFor(coding, route.cache(), route.key(), value);
		return bytes;
	}

}
