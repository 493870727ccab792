package dev.yoil.webtoon.access;

import java.net.InetAddress;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/**
 * Whether the caches may be looked into without credentials, by whoever asks on this
 * machine: only where the service listens on a loopback address, and nobody said
 * otherwise. Elsewhere whoever opened the service meant it to be reached by others.
 */
final class InspectionRule {

	/** What an operator may set. */
	static final String OPEN = "yoil.inspection.open";

	private static final String ADDRESS = "server.address";

	private InspectionRule() {
	}

	/**
	 * Tells why nobody without credentials may look into the caches.
	 * @return the reason; {@code null} if those on this machine may
	 */
	static @Nullable String closed(Environment environment) {
		if (!Binder.get(environment).bind(OPEN, Boolean.class).orElse(true)) {
			return OPEN + " is false";
		}
		return isBoundToLoopback(environment) ? null : "the service listens on more than a loopback address";
	}

	/**
	 * Stops the start if open inspection is asked for where it is not to be had.
	 * @throws InvalidConfigurationPropertyValueException if so
	 */
	static void check(Environment environment) {
		if (Binder.get(environment).bind(OPEN, Boolean.class).orElse(false) && !isBoundToLoopback(environment)) {
			String address = environment.getProperty(ADDRESS, "");
			throw new InvalidConfigurationPropertyValueException(OPEN, true,
					"The service listens on " + (address.isBlank() ? "all addresses" : address)
							+ ", so everybody who reaches it could look into the caches. Set " + ADDRESS
							+ " to 127.0.0.1, or leave " + OPEN + " out: the administrator may look from anywhere.");
		}
	}

	private static boolean isBoundToLoopback(Environment environment) {
		return Binder.get(environment)
			.bind(ADDRESS, InetAddress.class)
			.map(InetAddress::isLoopbackAddress)
			.orElse(false);
	}

}
