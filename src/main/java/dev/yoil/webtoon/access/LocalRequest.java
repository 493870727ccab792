package dev.yoil.webtoon.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a request was made on this machine, by somebody who meant this machine.
 * Three things must hold: the connection comes from a loopback address, no proxy says
 * that it passed on somebody else's request, and the host asked for is a name of the
 * loopback interface. Without the last, any web page could have a browser on this machine
 * ask, under a name of its own that resolves to 127.0.0.1.
 * <p>
 * What a proxy on this machine passes on without any of the usual headers cannot be told
 * apart. Thread-safe.
 */
final class LocalRequest {

	private static final List<String> FORWARDED = List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host",
			"X-Forwarded-Proto", "X-Real-IP", "Via");

	private LocalRequest() {
	}

	/**
	 * Tells why a request does not count as local.
	 * @param request the request, as it came or as filters present it
	 * @return the reason; {@code null} if it is local
	 */
	static @Nullable String objection(HttpServletRequest request) {
		HttpServletRequest original = original(request);
		if (!isLoopback(original.getRemoteAddr())) {
			return "it comes from another machine";
		}
		for (String header : FORWARDED) {
			if (original.getHeader(header) != null) {
				return "a proxy passed it on, as its header " + header + " says";
			}
		}
		return isNameOfLoopback(original.getServerName()) ? null
				: "it asks for a host other than localhost, 127.0.0.1 or [::1]";
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

	private static boolean isNameOfLoopback(String host) {
		String name = host.toLowerCase(Locale.ROOT);
		return name.equals("localhost") || (isAddress(name) && isLoopback(name));
	}

	/**
	 * Only addresses may be parsed: a name would be looked up.
	 */
	private static boolean isAddress(String host) {
		return !host.isEmpty()
				&& (host.startsWith("[") || host.chars().allMatch((each) -> each == '.' || Character.isDigit(each)));
	}

	private static boolean isLoopback(String address) {
		try {
			return InetAddress.getByName(address).isLoopbackAddress();
		}
		catch (UnknownHostException ex) {
			return false;
		}
	}

}
