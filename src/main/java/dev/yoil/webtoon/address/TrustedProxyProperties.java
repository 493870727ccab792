package dev.yoil.webtoon.address;

import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Which proxies are believed when they say for whom they ask.
 *
 * @param trustedProxies their addresses, each single or a range; empty to believe nobody
 */
@ConfigurationProperties("yoil")
record TrustedProxyProperties(@DefaultValue List<String> trustedProxies) {

	static final String NAME = "yoil.trusted-proxies";

	/**
	 * The proxies of these addresses.
	 * @throws InvalidConfigurationPropertyValueException if one is no address, or a range
	 * of all addresses
	 */
	TrustedProxies proxies() {
		List<IpRange> ranges = new ArrayList<>();
		for (String text : this.trustedProxies) {
			ranges.add(range(text));
		}
		return new TrustedProxies(ranges);
	}

	private static IpRange range(String text) {
		IpRange range;
		try {
			range = IpRange.of(text.strip());
		}
		catch (IllegalArgumentException ex) {
			throw refused(text, "'" + text + "' " + ex.getMessage() + ".");
		}
		if (range.bits() == 0) {
			throw refused(text, "'" + text + "' is everybody, and then anybody could ask under any address. "
					+ "Name the addresses of your proxies.");
		}
		return range;
	}

	private static InvalidConfigurationPropertyValueException refused(String text, String reason) {
		return new InvalidConfigurationPropertyValueException(NAME, text, reason);
	}

}
