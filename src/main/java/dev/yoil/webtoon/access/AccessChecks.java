package dev.yoil.webtoon.access;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

import dev.yoil.webtoon.InvalidSecretException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Checks of the settings that decide on access. They run before any bean is created, so a
 * wrong setting stops startup before a database is opened.
 */
@Component
final class AccessChecks implements BeanFactoryPostProcessor {

	/** The administrator's password; {@code YOIL_ADMIN_PASSWORD} in the environment. */
	static final String PASSWORD = "yoil.admin.password";

	/** Lets clients on this machine inspect the caches without credentials. */
	static final String OPEN_INSPECTION = "yoil.inspection.open";

	private static final int SHORTEST_PASSWORD = 12;

	/** In bytes: bcrypt takes no more. */
	private static final int LONGEST_PASSWORD = 72;

	private static final String ADDRESS = "server.address";

	private static final String MANAGEMENT_PORT = "management.server.port";

	private static final String MANAGEMENT_ADDRESS = "management.server.address";

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
		Environment environment = beans.getBean(Environment.class);
		checkManagementAddress(environment);
		checkInspection(environment);
		checkPassword(environment.getProperty(PASSWORD));
	}

	/**
	 * A management port of its own is open to everyone who can reach its address, so the
	 * address must be set explicitly.
	 */
	private static void checkManagementAddress(Environment environment) {
		if (ManagementPortType.get(environment) == ManagementPortType.DIFFERENT
				&& !environment.containsProperty(MANAGEMENT_ADDRESS)) {
			throw new InvalidConfigurationPropertyValueException(MANAGEMENT_PORT,
					environment.getProperty(MANAGEMENT_PORT),
					"This port would listen on all addresses and expose every actuator endpoint. Set "
							+ MANAGEMENT_ADDRESS + " too: 127.0.0.1, or the address that your monitoring uses.");
		}
	}

	private static void checkInspection(Environment environment) {
		if (isInspectionOpen(environment, false) && !isBoundToLoopback(environment)) {
			String address = environment.getProperty(ADDRESS, "");
			throw new InvalidConfigurationPropertyValueException(OPEN_INSPECTION, true,
					"The service listens on " + (address.isBlank() ? "all addresses" : address)
							+ ", so every client that reaches it could inspect the caches. Set " + ADDRESS
							+ " to 127.0.0.1, or remove " + OPEN_INSPECTION
							+ ": the administrator can inspect the caches from anywhere.");
		}
	}

	private static void checkPassword(@Nullable String password) {
		if (password != null && (password.codePointCount(0, password.length()) < SHORTEST_PASSWORD
				|| password.getBytes(StandardCharsets.UTF_8).length > LONGEST_PASSWORD)) {
			throw new InvalidSecretException(
					"The administrator's password (YOIL_ADMIN_PASSWORD, %s) is shorter than %d characters or longer than %d bytes in UTF-8."
						.formatted(PASSWORD, SHORTEST_PASSWORD, LONGEST_PASSWORD),
					"Set another password, or remove the setting: the service then generates a password and logs it.");
		}
	}

	/**
	 * Returns the reason why the caches may not be inspected without credentials, or
	 * {@code null} if requests from this machine may.
	 */
	static @Nullable String inspectionClosed(Environment environment) {
		if (!isInspectionOpen(environment, true)) {
			return OPEN_INSPECTION + " is false";
		}
		return isBoundToLoopback(environment) ? null : "the service listens on more than a loopback address";
	}

	private static boolean isInspectionOpen(Environment environment, boolean otherwise) {
		return Binder.get(environment).bind(OPEN_INSPECTION, Boolean.class).orElse(otherwise);
	}

	private static boolean isBoundToLoopback(Environment environment) {
		return Binder.get(environment)
			.bind(ADDRESS, InetAddress.class)
			.map(InetAddress::isLoopbackAddress)
			.orElse(false);
	}

}
