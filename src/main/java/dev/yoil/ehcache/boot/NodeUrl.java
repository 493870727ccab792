package dev.yoil.ehcache.boot;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/**
 * Where other instances reach this one.
 */
final class NodeUrl {

	/** What an operator may set. */
	static final String PROPERTY = "yoil.ehcache.cluster.url";

	private static final int LONGEST = 500;

	private final Environment environment;

	NodeUrl(Environment environment) {
		this.environment = environment;
	}

	/**
	 * {@return what an operator has set, else the address that the service listens on, or
	 * that of the host if that is all of them; without a slash at its end}
	 * @throws InvalidConfigurationPropertyValueException if what is set cannot be asked
	 */
	String url() {
		String set = this.environment.getProperty(PROPERTY, "");
		if (set.isBlank()) {
			return "http://" + host() + ":" + this.environment.getProperty("local.server.port")
					+ this.environment.getProperty("server.servlet.context-path", "")
					+ withoutSlash(this.environment.getProperty("spring.mvc.servlet.path", ""));
		}
		if (set.length() > LONGEST || !isBase(set)) {
			throw new InvalidConfigurationPropertyValueException(PROPERTY, set,
					"Other instances ask this one there. It has to be http or https, a host, a port if it is not the "
							+ "usual one, and a path if the service is below one; nothing else, and " + LONGEST
							+ " characters at most.");
		}
		return withoutSlash(set);
	}

	private static boolean isBase(String url) {
		try {
			URI given = URI.create(url);
			return ("http".equalsIgnoreCase(given.getScheme()) || "https".equalsIgnoreCase(given.getScheme()))
					&& given.getHost() != null && given.getRawUserInfo() == null && given.getRawQuery() == null
					&& given.getRawFragment() == null;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private String host() {
		try {
			InetAddress bound = Binder.get(this.environment)
				.bind("server.address", InetAddress.class)
				.orElseGet(InetAddress::getLoopbackAddress);
			boolean all = this.environment.getProperty("server.address", "").isBlank() || bound.isAnyLocalAddress();
			String address = (all ? InetAddress.getLocalHost() : bound).getHostAddress();
			return address.contains(":") ? "[" + address.replaceFirst("%.*", "") + "]" : address;
		}
		catch (UnknownHostException ex) {
			throw new InvalidConfigurationPropertyValueException(PROPERTY, null,
					"The address of this host is not known. Set where other instances reach this one.");
		}
	}

	private static String withoutSlash(String path) {
		return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
	}

}
