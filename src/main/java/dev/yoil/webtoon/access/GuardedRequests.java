package dev.yoil.webtoon.access;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Remembers which addresses may be read without a rule, exactly as they were written, so
 * that a hit costs one look-up instead of taking its path apart and matching it a dozen
 * times. What is matched must depend on method and address alone, in one servlet context:
 * where the actuator has a port of its own, one address may have a rule in one context
 * and none in the other. Thread-safe.
 */
final class GuardedRequests implements RequestMatcher {

	/** As many as routes of hits; beyond, all are forgotten and learnt again. */
	private static final int MOST = 10_000;

	private static final int LONGEST = 512;

	private final RequestMatcher rules;

	private final Map<ServletContext, Set<String>> open = new ConcurrentHashMap<>();

	GuardedRequests(RequestMatcher rules) {
		this.rules = rules;
	}

	@Override
	public boolean matches(HttpServletRequest request) {
		String uri = request.getRequestURI();
		boolean reading = request.getMethod().equals("GET");
		Set<String> open = this.open.computeIfAbsent(request.getServletContext(),
				(context) -> ConcurrentHashMap.newKeySet());
		if (reading && open.contains(uri)) {
			return false;
		}
		boolean guarded = this.rules.matches(request);
		if (reading && !guarded && uri.length() <= LONGEST) {
			if (open.size() >= MOST) {
				open.clear();
			}
			open.add(uri);
		}
		return guarded;
	}

}
