package dev.yoil.webtoon.address;

import inet.ipaddr.AddressStringException;
import inet.ipaddr.AddressStringParameters.RangeParameters;
import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import inet.ipaddr.ipv6.IPv6Address;
import org.jspecify.annotations.Nullable;

/**
 * Reads single IP addresses, of both versions, in the forms that RFC 4291 and RFC 6943
 * leave no doubt about: four decimal numbers without leading zeros, or IPv6 in any of its
 * notations. Nothing is ever looked up by name. Thread-safe.
 */
public final class IpAddresses {

	/** As long as an IPv6 address with an IPv4 one at its end can be. */
	private static final int LONGEST = 45;

	private static final IPAddressStringParameters STRICT = strict();

	private IpAddresses() {
	}

	/**
	 * Reads an address. An IPv4 address that is written as IPv6 is the IPv4 address; the
	 * zone of an IPv6 address, which means something to one machine only, is left out.
	 * @param text an address, {@code null} for none
	 * @return the address; {@code null} if the text is none
	 */
	public static @Nullable IPAddress parse(@Nullable String text) {
		if (text == null) {
			return null;
		}
		int zone = text.indexOf('%');
		String address = (zone > 0 && text.indexOf(':') >= 0) ? text.substring(0, zone) : text;
		// The library would also strip spaces and know further forms.
		if (address.length() > LONGEST || !address.chars().allMatch(IpAddresses::isPart)) {
			return null;
		}
		try {
			return unmapped(new IPAddressString(address, STRICT).toAddress());
		}
		catch (AddressStringException ex) {
			return null;
		}
	}

	private static boolean isPart(int character) {
		return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f')
				|| (character >= 'A' && character <= 'F') || character == ':' || character == '.';
	}

	private static @Nullable IPAddress unmapped(@Nullable IPAddress address) {
		return (address instanceof IPv6Address six && six.isIPv4Mapped()) ? six.getEmbeddedIPv4Address() : address;
	}

	private static IPAddressStringParameters strict() {
		return new IPAddressStringParameters.Builder().allowEmpty(false)
			.allowAll(false)
			.allowSingleSegment(false)
			.allowPrefix(false)
			.allowMask(false)
			.allowPrefixOnly(false)
			.allowWildcardedSeparator(false)
			.setRangeOptions(RangeParameters.NO_RANGE)
			.getIPv4AddressParametersBuilder()
			.allow_inet_aton(false)
			.allowLeadingZeros(false)
			.allowBinary(false)
			.getParentBuilder()
			.getIPv6AddressParametersBuilder()
			.allowBase85(false)
			.allowBinary(false)
			.allowZone(false)
			.allow_mixed_inet_aton(false)
			.getParentBuilder()
			.toParams();
	}

}
