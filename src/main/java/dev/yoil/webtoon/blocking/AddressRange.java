package dev.yoil.webtoon.blocking;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

import org.apache.tomcat.util.net.IPv6Utils;
import org.jspecify.annotations.Nullable;

/**
 * A range of addresses that share their first bits (CIDR, RFC 4632), or a single address.
 *
 * @param text the first address, a slash and the number of bits, in one form (RFC 5952)
 * @param bits how many bits they share
 * @param first the first address as {@link #number(String)} has it
 * @param last the last address
 */
record AddressRange(String text, int bits, BigInteger first, BigInteger last) {

	private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";

	/** Whatever else the JDK would look up as a name. */
	private static final Pattern ADDRESS = Pattern
		.compile("(?:" + OCTET + "\\.){3}" + OCTET + "|(?=.*:)[0-9a-fA-F:][0-9a-fA-F:.]{1,44}");

	private static final Pattern BITS = Pattern.compile("0|[1-9][0-9]{0,2}");

	/**
	 * Reads a range.
	 * @param text an address, and perhaps a slash and the number of bits
	 * @throws IllegalArgumentException if it is none, or if bits behind the shared ones
	 * are set
	 */
	static AddressRange of(String text) {
		String[] parts = text.split("/", 2);
		InetAddress address = address(parts[0]);
		if (address == null) {
			throw new IllegalArgumentException(
					"'" + text + "' is no IP address and no range such as 192.0.2.0/24 or 2001:db8::/32");
		}
		int most = address.getAddress().length * Byte.SIZE;
		int bits = (parts.length > 1) ? bits(parts[1]) : most;
		if (bits > most) {
			throw new IllegalArgumentException(
					"'" + text + "' must have a number from 0 to " + most + " behind the slash");
		}
		String alone = IPv6Utils.canonize(address.getHostAddress());
		BigInteger first = number(address);
		BigInteger rest = BigInteger.ONE.shiftLeft(most - bits).subtract(BigInteger.ONE);
		if (first.and(rest).signum() != 0) {
			throw new IllegalArgumentException("'" + text + "' is an address inside of a range. Name the first address"
					+ " of the range, or the address alone, " + alone);
		}
		return new AddressRange(alone + "/" + bits, bits, first, first.or(rest));
	}

	/**
	 * The number of an address, which no address of the other version has. An IPv4
	 * address that is written as IPv6 is the IPv4 address; a zone is left out.
	 * @param text an address, {@code null} for none
	 * @return its number; {@code null} if the text is no address
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

	/**
	 * Whether an address is one of the range.
	 * @param number its number, {@code null} for none
	 */
	boolean contains(@Nullable BigInteger number) {
		return number != null && this.first.compareTo(number) <= 0 && number.compareTo(this.last) <= 0;
	}

	boolean isIpv6() {
		return this.first.bitLength() > Integer.SIZE + 1;
	}

}
