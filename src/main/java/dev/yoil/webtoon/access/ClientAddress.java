package dev.yoil.webtoon.access;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;

/**
 * Whom the rate limits take for one client: an IPv4 address, or the 64 bits of an IPv6
 * address that a provider gives to one customer, who can have any address below them.
 */
final class ClientAddress {

	private static final int PREFIX_BYTES = 8;

	private ClientAddress() {
	}

	/**
	 * Gives what a client's addresses have in common.
	 * @param address an address as the container gives it, which needs no looking up
	 * @return the address itself, or the prefix of an IPv6 address
	 */
	static String prefix(String address) {
		int zone = address.indexOf('%');
		String number = (zone < 0) ? address : address.substring(0, zone);
		if (number.indexOf(':') < 0) {
			return number;
		}
		try {
			// One that stands for an IPv4 address comes back as that.
			InetAddress parsed = InetAddress.getByName(number);
			return (parsed instanceof Inet6Address)
					? HexFormat.of().formatHex(parsed.getAddress(), 0, PREFIX_BYTES) + "/64" : parsed.getHostAddress();
		}
		catch (UnknownHostException ex) {
			return number;
		}
	}

}
