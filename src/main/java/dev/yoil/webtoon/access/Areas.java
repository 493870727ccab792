package dev.yoil.webtoon.access;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.http.HttpMethod;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.AndRequestMatcher;
import org.springframework.security.web.util.matcher.NegatedRequestMatcher;
import org.springframework.security.web.util.matcher.OrRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * The parts of the service that differ in who may ask for them, wherever the service and
 * the actuator are mapped to. Paths are taken apart as MVC takes them apart to find a
 * controller, so that no way of writing one finds the controller and not its rule.
 */
final class Areas {

	private static final RequestMatcher READING = (request) -> List.of("GET", "HEAD", "OPTIONS")
		.contains(request.getMethod());

	private static final RequestMatcher WRITING = new NegatedRequestMatcher(READING);

	private final PathMappedEndpoints endpoints;

	private final DispatcherServletPath servlet;

	Areas(PathMappedEndpoints endpoints, DispatcherServletPath servlet) {
		this.endpoints = endpoints;
		this.servlet = servlet;
	}

	/**
	 * The health, its groups and its components.
	 */
	RequestMatcher health() {
		String path = this.endpoints.getPath(EndpointId.of("health"));
		return (path != null) ? under(path) : (request) -> false;
	}

	/**
	 * All of the actuator, the health included.
	 */
	RequestMatcher actuator() {
		List<String> paths = new ArrayList<>(this.endpoints.getAllPaths());
		// The page that links to them, and whatever else is there.
		if (this.endpoints.getBasePath().length() > 1) {
			paths.add(this.endpoints.getBasePath());
		}
		return under(paths.toArray(String[]::new));
	}

	/**
	 * What administrators do.
	 */
	RequestMatcher administration() {
		return under("/api/v1/admin");
	}

	/**
	 * Looking into the caches, without changing them.
	 */
	RequestMatcher inspection() {
		return new OrRequestMatcher(new AndRequestMatcher(READING, under("/api/v1/cache")), under("/console"));
	}

	/**
	 * Changing caches.
	 */
	RequestMatcher cacheChanges() {
		return new AndRequestMatcher(WRITING, under("/api/v1/cache"));
	}

	/**
	 * Everything that may only be changed with credentials, or on this machine.
	 */
	RequestMatcher guardedChanges() {
		return new AndRequestMatcher(WRITING,
				new OrRequestMatcher(administration(), actuator(), under("/api/v1/cache", "/console")));
	}

	/**
	 * What visitors write.
	 */
	RequestMatcher visitorWrites() {
		return new AndRequestMatcher(WRITING, new OrRequestMatcher(under("/api/v1/webtoon/*/reviews"),
				matcher("/api/v1/webtoon/*/like"), matcher("/api/v1/webtoon/*/like/")));
	}

	/**
	 * The address that tells the CSRF token.
	 */
	RequestMatcher csrfToken() {
		return PathPatternRequestMatcher.withDefaults()
			.matcher(HttpMethod.GET, this.servlet.getRelativePath(CsrfController.PATH));
	}

	/**
	 * Paths and everything below them.
	 */
	private RequestMatcher under(String... paths) {
		List<RequestMatcher> matchers = Stream.of(paths).map((path) -> matcher(path + "/**")).toList();
		return matchers.isEmpty() ? (request) -> false : new OrRequestMatcher(matchers);
	}

	private RequestMatcher matcher(String pattern) {
		return PathPatternRequestMatcher.withDefaults().matcher(this.servlet.getRelativePath(pattern));
	}

}
