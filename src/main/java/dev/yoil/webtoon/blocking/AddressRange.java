package dev.yoil.webtoon.blocking;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

import org.apache.tomcat.util.net.IPv6Utils;
import org.jspecify.annotations.Nullable;

/**
 * A range of addresses with a common prefix (CIDR, RFC 4632), or a single address.
 *
 * @param text the first address in canonical form (RFC 5952), a slash and the prefix
 * length
 * @param bits the prefix length
 * @param first the number of the first address
 * @param last the number of the last address
 */
record AddressRange(String text, int bits, BigInteger first, BigInteger last) {

	private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

	/** Anything else would be resolved as a host name by the JDK. */
	private static final Pattern ADDRESS = Pattern
		.compile("(?:" + OCTET + "\\.){3}" + OCTET + "|(?=.*:)[0-9a-fA-F:][0-9a-fA-F:.]{1,44}");

	private static final Pattern BITS = Pattern.compile("0|[1-9][0-9]{0,2}");

	/**
	 * Parses a range.
	 * @throws IllegalArgumentException if it is invalid, or if bits after the prefix are
	 * set
	 */
	static AddressRange of(String text) {
		String[] parts = text.split("/", 2);
		InetAddress address = address(parts[0]);
		if (address == null) {
			throw new IllegalArgumentException(
					"'" + text + "' is not an IP address or a range such as 192.0.2.0/24 or 2001:db8::/32");
		}
		int most = address.getAddress().length * Byte.SIZE;
		int bits = (parts.length > 1) ? bits(parts[1]) : most;
		if (bits > most) {
			throw new IllegalArgumentException("'" + text + "' needs a prefix length from 0 to " + most);
		}
		String alone = IPv6Utils.canonize(address.getHostAddress());
		BigInteger first = number(address);
		BigInteger rest = BigInteger.ONE.shiftLeft(most - bits).subtract(BigInteger.ONE);
		if (first.and(rest).signum() != 0) {
			throw new IllegalArgumentException(
					"'" + text + "' is not the first address of its range. Use the first address"
							+ " of the range, or the single address " + alone);
		}
		return new AddressRange(alone + "/" + bits, bits, first, first.or(rest));
	}

	/**
	 * Returns the number of an address, different for IPv4 and IPv6, or {@code null} if
	 * the text is not an address. An IPv4-mapped IPv6 address counts as IPv4; a zone is
	 * ignored.
	 */
	static @Nullable BigInteger number(@Nullable String text) {
		InetAddress address = (text != null) ? address(text.split("%", 2)[0]) : null;
		return (address != null) ? number(address) : null;
	}

	private static BigInteger number(InetAddress address) {
		byte[] bytes = address.getAddress();
		return new BigInteger(1, bytes).setBit(bytes.length * Byte.SIZE);
	}

	private static @Nullable InetAddress address(String text) {
		try {
			return ADDRESS.matcher(text).matches() ? InetAddress.getByName(text) : null;
		}
		catch (UnknownHostException ex) {
			return null;
		}
	}

	private static int bits(String text) {
		return BITS.matcher(text).matches() ? Integer.parseInt(text) : Integer.MAX_VALUE;
	}

	boolean contains(@Nullable BigInteger number) {
		return number != null && this.first.compareTo(number) <= 0 && number.compareTo(this.last) <= 0;
	}

	boolean isIpv6() {
		return this.first.bitLength() > Integer.SIZE + 1;
	}

}
