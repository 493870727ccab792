package dev.yoil.ehcache.boot;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

import dev.yoil.ehcache.internal.cluster.InstanceTable;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The base URL of this instance, to which the consoles of other instances link.
 */
final class InstanceUrl {

	static final String PROPERTY = "yoil.ehcache.cluster.url";

	private InstanceUrl() {
	}

	/**
	 * Returns the configured URL, else one with the address of the server, without a
	 * trailing slash. A server that listens on all addresses has that of the host.
	 * @throws InvalidConfigurationPropertyValueException if the URL cannot be used
	 */
	static String of(Environment environment) {
		String configured = environment.getProperty(PROPERTY, "");
		try {
			String url = !configured.isBlank() ? configured
					: "http://" + host(environment.getProperty("server.address", "")) + ":"
							+ environment.getProperty("local.server.port")
							+ environment.getProperty("server.servlet.context-path", "")
							+ environment.getProperty("spring.mvc.servlet.path", "");
			URI base = URI.create(url);
			if (base.getHost() != null && base.getScheme().matches("(?i)https?") && base.getRawUserInfo() == null
					&& base.getRawQuery() == null && base.getRawFragment() == null
					&& url.length() <= InstanceTable.MAX_URL_LENGTH) {
				return StringUtils.trimTrailingCharacter(url, '/');
			}
		}
		catch (IllegalArgumentException | UnknownHostException ex) {
			// Reported below.
		}
		throw new InvalidConfigurationPropertyValueException(PROPERTY, configured,
				"Consoles cannot link to this URL. Set http or https, a host, and if needed a port and a path, with at "
						+ "most " + InstanceTable.MAX_URL_LENGTH + " characters.");
	}

	private static String host(String configured) throws UnknownHostException {
		InetAddress listening = InetAddress.getByName(configured);
		boolean all = configured.isBlank() || listening.isAnyLocalAddress();
		String address = (all ? InetAddress.getLocalHost() : listening).getHostAddress();
		return address.contains(":") ? "[" + address.replaceFirst("%.*", "") + "]" : address;
	}

}
