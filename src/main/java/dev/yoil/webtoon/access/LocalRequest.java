package dev.yoil.webtoon.access;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.catalina.Globals;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a request was made on this machine, by somebody who meant this machine.
 * Four things must hold: the connection comes from a loopback address, nothing says that
 * a proxy passed on somebody else's request, the host asked for is a name of the loopback
 * interface, and it is no page of another site that asks. Without the last two, any web
 * page could have a browser on this machine ask, under a name that resolves to 127.0.0.1
 * or across sites.
 * <p>
 * What a proxy on this machine passes on without any of the usual headers cannot be told
 * apart. Thread-safe.
 */
final class LocalRequest {

	private static final Set<String> FORWARDED = Set.of("forwarded", "via", "x-real-ip", "x-client-ip",
			"x-cluster-client-ip", "true-client-ip", "cf-connecting-ip");

	private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "localhost.", "[::1]", "[0:0:0:0:0:0:0:1]");

	/** Compared as text, so that nothing is ever looked up. */
	private static final Pattern LOOPBACK_ADDRESS = Pattern.compile("127(\\.\\d{1,3}){3}");

	private LocalRequest() {
	}

	/**
	 * Tells why a request does not count as local.
	 * @param request the request, as it came or as filters present it
	 * @return the reason; {@code null} if it is local
	 */
	static @Nullable String objection(HttpServletRequest request) {
		HttpServletRequest original = original(request);
		// First, since the address is what that proxy says, and the header may be gone.
		if (original.getAttribute(Globals.REQUEST_FORWARDED_ATTRIBUTE) != null) {
			return "a trusted proxy passed it on";
		}
		if (!isLoopback(original.getRemoteAddr())) {
			return "it comes from another machine";
		}
		for (String header : Collections.list(original.getHeaderNames())) {
			if (isForwarded(header.toLowerCase(Locale.ROOT))) {
				return "a proxy passed it on, as its header " + header + " says";
			}
		}
		if (!isNameOfLoopback(original.getServerName())) {
			return "it asks for a host other than localhost, 127.0.0.1 or [::1]";
		}
		return isOfAnotherSite(original) ? "a page of another site asks for it" : null;
	}

	/**
	 * Undoes what a filter may have made of the client's own claims.
	 */
	private static HttpServletRequest original(HttpServletRequest request) {
		ServletRequest original = request;
		while (original instanceof ServletRequestWrapper wrapper) {
			original = wrapper.getRequest();
		}
		return (HttpServletRequest) original;
	}

	private static boolean isForwarded(String header) {
		return header.startsWith("x-forwarded") || FORWARDED.contains(header);
	}

	/**
	 * A link on another site may be followed: that page learns nothing of the answer.
	 */
	private static boolean isOfAnotherSite(HttpServletRequest request) {
		String origin = request.getHeader("Origin");
		return (origin != null && !isOriginOfLoopback(origin))
				|| ("cross-site".equals(request.getHeader("Sec-Fetch-Site"))
						&& !"navigate".equals(request.getHeader("Sec-Fetch-Mode")));
	}

	private static boolean isOriginOfLoopback(String origin) {
		try {
			String host = URI.create(origin).getHost();
			return host != null && isNameOfLoopback(host);
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private static boolean isNameOfLoopback(String host) {
		String name = host.toLowerCase(Locale.ROOT);
		return LOOPBACK_NAMES.contains(name) || LOOPBACK_ADDRESS.matcher(name).matches();
	}

	/**
	 * The container gives the address of a client as a number, which needs no looking up.
	 */
	private static boolean isLoopback(String address) {
		try {
			return InetAddress.getByName(address).isLoopbackAddress();
		}
		catch (UnknownHostException ex) {
			return false;
		}
	}

}
