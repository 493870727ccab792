package dev.yoil.webtoon.access;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Stops the start where the settings would let in more than was meant. Before any bean is
 * made, so that no database is opened first.
 */
@Configuration(proxyBeanMethods = false)
class AccessConfiguration {

	private static final String PORT = "management.server.port";

	private static final String ADDRESS = "management.server.address";

	/**
	 * Where the actuator was given a port of its own, whoever chose that port's address
	 * chose who may ask; so it has to be chosen.
	 */
	@Bean
	static BeanFactoryPostProcessor managementAddressCheck(Environment environment) {
		return (beans) -> {
			if (ManagementPortType.get(environment) == ManagementPortType.DIFFERENT
					&& !environment.containsProperty(ADDRESS)) {
				throw new InvalidConfigurationPropertyValueException(PORT, environment.getProperty(PORT),
						"That port would listen on all addresses and tell everybody all that the actuator knows. Set "
								+ ADDRESS + " too: 127.0.0.1, or the address that your monitoring reaches.");
			}
		};
	}

	@Bean
	static BeanFactoryPostProcessor inspectionCheck(Environment environment) {
		return (beans) -> InspectionRule.check(environment);
	}

	@Bean
	static BeanFactoryPostProcessor administratorPasswordCheck(Environment environment) {
		return (beans) -> AdministratorPassword.check(environment.getProperty(AdministratorPassword.PROPERTY));
	}

}
