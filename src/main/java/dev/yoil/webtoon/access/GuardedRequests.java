package dev.yoil.webtoon.access;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Remembers which addresses may be read without a rule, exactly as they were written, so
 * that a hit costs one look-up instead of taking its path apart and matching it a dozen
 * times. What is matched must depend on method and address alone. Thread-safe.
 */
final class GuardedRequests implements RequestMatcher {

	/** As many as routes of hits; beyond, all are forgotten and learnt again. */
	private static final int MOST = 10_000;

	private static final int LONGEST = 512;

	private final RequestMatcher rules;

	private final Set<String> open = ConcurrentHashMap.newKeySet();

	/**
	 * Creates the matcher.
	 * @param rules matches what has a rule
	 */
	GuardedRequests(RequestMatcher rules) {
		this.rules = rules;
	}

	@Override
	public boolean matches(HttpServletRequest request) {
		String uri = request.getRequestURI();
		boolean reading = request.getMethod().equals("GET");
		if (reading && this.open.contains(uri)) {
			return false;
		}
		boolean guarded = this.rules.matches(request);
		if (reading && !guarded && uri.length() <= LONGEST) {
			if (this.open.size() >= MOST) {
				this.open.clear();
			}
			this.open.add(uri);
		}
		return guarded;
	}

}
