package dev.yoil.representation.cached;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import dev.yoil.representation.cached.Routes.Route;
import io.micrometer.observation.ObservationRegistry;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.server.observation.ServerRequestObservationConvention;
import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Observes requests as Spring's filter does, but measures a hit without the machinery of
 * an observation, which would cost about as much as everything else that is done for it.
 * The timer is the same, with the same tags. What comes on a known route and is no hit
 * after all is observed from where it goes on to MVC.
 */
public final class HitObservationFilter extends ServerHttpObservationFilter {

	private static final String ROUTE = HitObservationFilter.class.getName() + ".route";

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
	 * The route that this filter found for a request.
	 */
	static @Nullable Route route(HttpServletRequest request) {
		return (Route) request.getAttribute(ROUTE);
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		Route route = (request.getDispatcherType() == DispatcherType.REQUEST) ? this.routes.find(request) : null;
		if (route == null) {
			super.doFilterInternal(request, response, chain);
			return;
		}
		request.setAttribute(ROUTE, route);
		long start = System.nanoTime();
		Throwable failure = null;
		try {
			chain.doFilter(request, response);
		}
		catch (IOException | ServletException | RuntimeException | Error ex) {
			failure = ex;
			throw ex;
		}
		finally {
			if (findObservationContext(request).isEmpty()) {
				this.timers.record(route, request, response, failure, System.nanoTime() - start, TimeUnit.NANOSECONDS);
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

}
