package dev.yoil.representation.cached;

import java.io.IOException;

import dev.yoil.representation.cached.Routes.Route;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.server.observation.ServerRequestObservationConvention;
import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Observes requests as Spring's filter does, but measures a hit without the machinery of
 * an observation, which would cost about as much as everything else that is done for it.
 * The timer is the same, with the same tags. A request on a known route that is no hit
 * after all is observed from where it goes on to MVC; one that another filter answers
 * instead is measured like a hit, but as a request that no controller saw.
 */
public final class HitObservationFilter extends ServerHttpObservationFilter {

	/** {@link #PENDING}, or the route on which the request was answered. */
	private static final String STATE = HitObservationFilter.class.getName() + ".state";

	private static final Object PENDING = new Object();

	private final Routes routes;

	private final HitTimers timers;

	/**
	 * Creates the filter.
	 * @param registry takes the observations
	 * @param convention names them
	 * @param routes knows which requests may be hits
	 * @param timers measure hits
	 */
	public HitObservationFilter(ObservationRegistry registry, ServerRequestObservationConvention convention,
			Routes routes, HitTimers timers) {
		super(registry, convention);
		this.routes = routes;
		this.timers = timers;
	}

	/**
	 * Tells whether a request is not observed yet.
	 */
	static boolean isPending(HttpServletRequest request) {
		return request.getAttribute(STATE) == PENDING;
	}

	/**
	 * Notes that a request is being answered on a route.
	 */
	static void answering(HttpServletRequest request, Route route) {
		if (isPending(request)) {
			request.setAttribute(STATE, route);
		}
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		if (this.routes.find(request) == null) {
			super.doFilterInternal(request, response, chain);
			return;
		}
		request.setAttribute(STATE, PENDING);
		long start = System.nanoTime();
		Throwable failure = null;
		try {
			chain.doFilter(request, response);
		}
		catch (Exception ex) {
			failure = ex;
			if (findObservationContext(request).isEmpty()) {
				// As Spring's filter does, and measures.
				response.setStatus(HttpStatus.INTERNAL_SERVER_ERROR.value());
			}
			throw ex;
		}
		finally {
			if (findObservationContext(request).isEmpty()) {
				this.timers.record(pattern(request), request, response, cause(failure), System.nanoTime() - start);
			}
		}
	}

	/**
	 * Goes on with a request that is no hit.
	 */
	void observe(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		super.doFilterInternal(request, response, chain);
	}

	private static @Nullable String pattern(HttpServletRequest request) {
		return (request.getAttribute(STATE) instanceof Route route) ? route.pattern() : null;
	}

	private static @Nullable Throwable cause(@Nullable Throwable failure) {
		return (failure instanceof ServletException && failure.getCause() != null) ? failure.getCause() : failure;
	}

}
