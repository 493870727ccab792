package dev.yoil.ehcache.internal.cluster;

import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The methods of requests that change nothing (RFC 9110, 9.2.1).
 */
public final class SafeMethods {

	private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

	private SafeMethods() {
	}

	/**
	 * {@return whether a request changes nothing}
	 */
	public static boolean isSafe(HttpServletRequest request) {
		return SAFE.contains(request.getMethod());
	}

}
