package dev.yoil.webtoon.address;

import java.util.Enumeration;
import java.util.List;

import inet.ipaddr.IPAddress;
import org.jspecify.annotations.Nullable;

/**
 * The proxies that are believed when they say for whom they ask. Immutable and
 * thread-safe.
 */
final class TrustedProxies {

	private final List<IPAddress> blocks;

	TrustedProxies(List<IpRange> ranges) {
		this.blocks = ranges.stream().map(IpRange::block).toList();
	}

	boolean isEmpty() {
		return this.blocks.isEmpty();
	}

	/**
	 * Whether an address is that of a trusted proxy.
	 * @param address an address, {@code null} for none
	 */
	boolean trust(@Nullable IPAddress address) {
		if (address == null) {
			return false;
		}
		for (IPAddress block : this.blocks) {
			if (block.contains(address)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The client for whom a trusted proxy asks: each proxy appends whom it heard the
	 * request from, so the last entry is the nearest, and what is in front of the first
	 * one that no trusted proxy wrote is only what a stranger says. Where an entry is no
	 * address, nobody knows who was there, and the proxy that wrote it stands for them.
	 * @param proxy the address of the trusted proxy
	 * @param forwardedFor the headers {@code X-Forwarded-For}, in their order
	 * @return the address of the client
	 */
	IPAddress client(IPAddress proxy, Enumeration<String> forwardedFor) {
		String all = joined(forwardedFor);
		IPAddress client = proxy;
		int end = all.length();
		while (end >= 0) {
			int comma = all.lastIndexOf(',', end - 1);
			String entry = all.substring(comma + 1, end).strip();
			end = comma;
			// RFC 9110, 5.6.1: a list may have empty elements, which count for nothing.
			if (entry.isEmpty()) {
				continue;
			}
			IPAddress address = IpAddresses.parse(withoutPort(entry));
			if (address == null) {
				return client;
			}
			client = address;
			if (!trust(address)) {
				return client;
			}
		}
		return client;
	}

	private static String joined(Enumeration<String> headers) {
		String all = headers.hasMoreElements() ? headers.nextElement() : "";
		while (headers.hasMoreElements()) {
			all = all + "," + headers.nextElement();
		}
		return all;
	}

	/**
	 * Some proxies also tell the port, and then set IPv6 addresses in brackets.
	 */
	private static String withoutPort(String entry) {
		int colon = entry.indexOf(':');
		if (entry.startsWith("[")) {
			int bracket = entry.indexOf(']');
			boolean closed = bracket > 0 && (bracket == entry.length() - 1 || isPort(entry.substring(bracket + 1)));
			return closed ? entry.substring(1, bracket) : entry;
		}
		boolean single = colon > 0 && entry.indexOf(':', colon + 1) < 0;
		return (single && isPort(entry.substring(colon))) ? entry.substring(0, colon) : entry;
	}

	private static boolean isPort(String text) {
		return text.length() > 1 && text.length() <= 6 && text.charAt(0) == ':'
				&& text.chars().skip(1).allMatch((digit) -> digit >= '0' && digit <= '9');
	}

}
