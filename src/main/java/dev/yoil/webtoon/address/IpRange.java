package dev.yoil.webtoon.address;

import java.util.regex.Pattern;

import inet.ipaddr.IPAddress;
import inet.ipaddr.ipv4.IPv4Address;
import inet.ipaddr.ipv6.IPv6Address;
import org.jspecify.annotations.Nullable;

/**
 * A range of addresses that share their first bits (CIDR, RFC 4632), or a single address.
 * Immutable and thread-safe.
 *
 * @param first the lowest of its addresses
 * @param bits how many bits they share
 */
public record IpRange(IPAddress first, int bits) {

	/** The bits of IPv6 in front of an IPv4 address that is written as IPv6. */
	private static final int MAPPED = IPv6Address.BIT_COUNT - IPv4Address.BIT_COUNT;

	private static final Pattern BITS = Pattern.compile("0|[1-9][0-9]{0,2}");

	/**
	 * Reads a range.
	 * @param text an address that {@link IpAddresses#parse(String)} knows, and perhaps a
	 * slash and the number of bits
	 * @return the range
	 * @throws IllegalArgumentException if it is none, or if bits behind the shared ones
	 * are set; the message ends a sentence that begins with the text
	 */
	public static IpRange of(String text) {
		int slash = text.indexOf('/');
		String start = (slash < 0) ? text : text.substring(0, slash);
		IPAddress first = IpAddresses.parse(start);
		if (first == null) {
			throw new IllegalArgumentException("is no IP address and no range such as 192.0.2.0/24 or 2001:db8::/32");
		}
		if (slash < 0) {
			return new IpRange(first, first.getBitCount());
		}
		int bits = bits(text.substring(slash + 1), first, start.indexOf(':') >= 0);
		IPAddress block = first.toPrefixBlock(bits);
		IpRange range = new IpRange(block.getLower().withoutPrefixLength(), bits);
		if (!range.first.equals(first)) {
			throw new IllegalArgumentException("is an address inside of a range. The range is " + range
					+ ", the address alone " + new IpRange(first, first.getBitCount()));
		}
		return range;
	}

	private static int bits(String text, IPAddress first, boolean six) {
		int mapped = (six && first.isIPv4()) ? MAPPED : 0;
		if (BITS.matcher(text).matches()) {
			int bits = Integer.parseInt(text) - mapped;
			if (bits >= 0 && bits <= first.getBitCount()) {
				return bits;
			}
		}
		throw new IllegalArgumentException(
				"must have a number from " + mapped + " to " + (mapped + first.getBitCount()) + " behind the slash");
	}

	/**
	 * Whether an address is one of the range. Addresses of the other version are not.
	 * @param address an address, {@code null} for none
	 * @return whether it is
	 */
	public boolean contains(@Nullable IPAddress address) {
		return address != null && block().contains(address);
	}

	/**
	 * The range as the library of addresses has it.
	 * @return a block with its prefix length
	 */
	public IPAddress block() {
		return this.first.toPrefixBlock(this.bits);
	}

	/**
	 * The range in the one form (RFC 5952) in which it is kept and shown.
	 * @return the first address, a slash and the number of bits, for a single address too
	 */
	@Override
	public String toString() {
		return this.first.toCanonicalString() + "/" + this.bits;
	}

}
