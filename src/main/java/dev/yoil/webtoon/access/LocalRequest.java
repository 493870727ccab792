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
 * A check that a request was made on this machine and for this machine. Four conditions
 * must hold: the connection comes from a loopback address, no header shows that a proxy
 * forwarded it, the requested host is a name of the loopback interface, and it does not
 * come from a page of another site. Without the last two, any web page could send
 * requests through a browser on this machine, across sites or by a name that resolves to
 * 127.0.0.1.
 * <p>
 * A proxy on this machine that adds none of the usual headers cannot be recognized.
 * Thread-safe.
 */
final class LocalRequest {

	private static final Set<String> FORWARDED = Set.of("forwarded", "via", "x-real-ip", "x-client-ip",
			"x-cluster-client-ip", "true-client-ip", "cf-connecting-ip");

	private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "localhost.", "[::1]", "[0:0:0:0:0:0:0:1]");

	/** Compared as text, so that no name is resolved. */
	private static final Pattern LOOPBACK_ADDRESS = Pattern.compile("127(\\.\\d{1,3}){3}");

	private LocalRequest() {
	}

	/**
	 * Returns the reason why a request is not local.
	 * @param request the request, possibly wrapped by filters
	 * @return the reason; {@code null} if it is local
	 */
	static @Nullable String objection(HttpServletRequest request) {
		HttpServletRequest original = original(request);
		// First, because the proxy decides the address and may have removed the header.
		if (original.getAttribute(Globals.REQUEST_FORWARDED_ATTRIBUTE) != null) {
			return "it comes from the address of a trusted proxy";
		}
		if (!isLoopback(original.getRemoteAddr())) {
			return "it comes from another machine";
		}
		for (String header : Collections.list(original.getHeaderNames())) {
			if (isForwarded(header.toLowerCase(Locale.ROOT))) {
				return "a proxy forwarded it, according to its header " + header;
			}
		}
		if (!isNameOfLoopback(original.getServerName())) {
			return "its host is not localhost, 127.0.0.1 or [::1]";
		}
		return isOfAnotherSite(original) ? "it comes from a page of another site" : null;
	}

	/**
	 * Unwraps the request, because filters may present the client's own claims.
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
	 * Allows following a link from another site, because that site cannot read the
	 * response.
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
	 * Parses the address. The container provides it in numeric form, so no name is
	 * resolved.
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
