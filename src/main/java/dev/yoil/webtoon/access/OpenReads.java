package dev.yoil.webtoon.access;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.HttpHeaders;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Remembers which addresses were found to have no rule for reading them, exactly as they
 * were written, so that hits need not be matched again. Each servlet context has its own:
 * where the actuator has a port of its own, one address may have a rule in one context
 * and none in the other. Thread-safe.
 */
final class OpenReads {

	/** As many as routes of hits; beyond, all are forgotten and learnt again. */
	private static final int MOST = 10_000;

	private static final int LONGEST = 512;

	private final Map<ServletContext, Set<String>> known = new ConcurrentHashMap<>();

	/**
	 * Learns from all that a matcher is asked.
	 * @param rules matches what has a rule, by method and path alone
	 * @return a matcher with the same answers
	 */
	RequestMatcher learningFrom(RequestMatcher rules) {
		return (request) -> {
			boolean guarded = rules.matches(request);
			if (!guarded && isPlainRead(request) && request.getRequestURI().length() <= LONGEST) {
				learn(request);
			}
			return guarded;
		};
	}

	private void learn(HttpServletRequest request) {
		Set<String> known = this.known.computeIfAbsent(request.getServletContext(),
				(context) -> ConcurrentHashMap.newKeySet());
		if (known.size() >= MOST) {
			known.clear();
		}
		known.add(request.getRequestURI());
	}

	/**
	 * Whether a request is a read, without a body, of an address that has no rule. If
	 * not, it may still be one that was not seen before.
	 */
	boolean knows(HttpServletRequest request) {
		Set<String> known = this.known.get(request.getServletContext());
		return known != null && isPlainRead(request) && known.contains(request.getRequestURI());
	}

	/**
	 * Without a body, and below the path that the context really has: Spring's filter for
	 * forwarded headers lets clients make one up, and rules are found behind it.
	 */
	private static boolean isPlainRead(HttpServletRequest request) {
		return request.getMethod().equals("GET") && request.getContentLengthLong() <= 0
				&& request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null
				&& request.getContextPath().equals(request.getServletContext().getContextPath());
	}

}
