package dev.yoil.webtoon.access;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Stops the start where the settings would let in more than was meant. Before any bean is
 * made, so that no database is opened first.
 */
@Component
final class AccessChecks implements BeanFactoryPostProcessor {

	private static final String PORT = "management.server.port";

	private static final String ADDRESS = "management.server.address";

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
		Environment environment = beans.getBean(Environment.class);
		checkManagementAddress(environment);
		InspectionRule.check(environment);
		AdministratorPassword.check(environment.getProperty(AdministratorPassword.PROPERTY));
	}

	/**
	 * Where the actuator was given a port of its own, whoever chose that port's address
	 * chose who may ask; so it has to be chosen.
	 */
	private static void checkManagementAddress(Environment environment) {
		if (ManagementPortType.get(environment) == ManagementPortType.DIFFERENT
				&& !environment.containsProperty(ADDRESS)) {
			throw new InvalidConfigurationPropertyValueException(PORT, environment.getProperty(PORT),
					"That port would listen on all addresses and tell everybody all that the actuator knows. Set "
							+ ADDRESS + " too: 127.0.0.1, or the address that your monitoring reaches.");
		}
	}

}
