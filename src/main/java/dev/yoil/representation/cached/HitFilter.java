package dev.yoil.representation.cached;

import java.io.IOException;

import dev.yoil.ehcache.Hit;
import dev.yoil.ehcache.web.CacheStatus;
import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;
import dev.yoil.representation.RepresentationWriter;
import dev.yoil.representation.cached.Routes.Route;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.filter.ServerHttpObservationFilter;

/**
 * Answers hits in front of MVC. Everything else goes on to MVC: what is not in a cache,
 * is past its time or due to be loaded anew, and what is wrong in any way. It is the last
 * filter, so that security and metrics are asked before it.
 */
public final class HitFilter extends HttpFilter {

	private static final long serialVersionUID = 1L;

	private final transient Routes routes;

	/**
	 * Creates the filter.
	 * @param routes knows where answers are found
	 */
	public HitFilter(Routes routes) {
		this.routes = routes;
	}

	@Override
	protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (!answered(request, response)) {
			chain.doFilter(request, response);
		}
	}

	private boolean answered(HttpServletRequest request, HttpServletResponse response) throws IOException {
		String method = request.getMethod();
		if (!method.equals("GET") && !method.equals("HEAD")) {
			return false;
		}
		Route route = this.routes.find(request);
		ContentCoding coding = (route != null) ? RepresentationWriter.coding(request) : null;
		if (route == null || coding == null) {
			return false;
		}
		Hit hit = route.cache().hit(route.key());
		if (hit == null || !(hit.value() instanceof Representation representation)) {
			return false;
		}
		ServerHttpObservationFilter.findObservationContext(request)
			.ifPresent((context) -> context.setPathPattern(route.pattern()));
		response.setHeader(CacheStatus.HEADER, route.status().of(hit));
		RepresentationWriter.write(representation, coding, request, response);
		return true;
	}

}
