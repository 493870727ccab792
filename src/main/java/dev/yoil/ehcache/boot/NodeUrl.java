package dev.yoil.ehcache.boot;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/**
 * Where other instances reach this one.
 */
final class NodeUrl {

	/** What an operator may set. */
	static final String PROPERTY = "yoil.ehcache.cluster.url";

	private NodeUrl() {
	}

	/**
	 * {@return what an operator has set, else the address that the service listens on, or
	 * that of the host if that is all of them; without a slash at its end}
	 * @throws InvalidConfigurationPropertyValueException if no request can be sent there
	 */
	static String of(Environment environment) {
		String set = environment.getProperty(PROPERTY, "");
		try {
			String url = !set.isBlank() ? set
					: "http://" + host(environment.getProperty("server.address", "")) + ":"
							+ environment.getProperty("local.server.port")
							+ environment.getProperty("server.servlet.context-path", "")
							+ environment.getProperty("spring.mvc.servlet.path", "");
			URI base = URI.create(url);
			if (base.getHost() != null && base.getScheme().matches("(?i)https?") && base.getRawUserInfo() == null
					&& base.getRawQuery() == null && base.getRawFragment() == null) {
				return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
			}
		}
		catch (IllegalArgumentException | UnknownHostException ex) {
			// Nor can this be asked.
		}
		throw new InvalidConfigurationPropertyValueException(PROPERTY, set,
				"Other instances ask this one there. Set http or https, a host, a port if it is not the usual one, and "
						+ "a path if the service is below one; nothing else.");
	}

	private static String host(String listening) throws UnknownHostException {
		InetAddress bound = InetAddress.getByName(listening);
		boolean all = listening.isBlank() || bound.isAnyLocalAddress();
		String address = (all ? InetAddress.getLocalHost() : bound).getHostAddress();
		return address.contains(":") ? "[" + address.replaceFirst("%.*", "") + "]" : address;
	}

}
