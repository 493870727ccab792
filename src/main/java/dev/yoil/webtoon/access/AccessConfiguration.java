package dev.yoil.webtoon.access;

import java.util.ArrayList;
import java.util.List;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Keeps what operators do on this machine: anybody may ask for the health, nobody
 * elsewhere for anything else of the actuator, or change a cache by hand. Where the
 * actuator was given a port of its own, whoever chose that port's address chose who may
 * ask; so it has to be chosen.
 */
@Configuration(proxyBeanMethods = false)
class AccessConfiguration {

	private static final String PORT = "management.server.port";

	private static final String ADDRESS = "management.server.address";

	@Bean
	FilterRegistrationBean<LocalOnlyFilter> localActuator(PathMappedEndpoints endpoints, DispatcherServletPath servlet,
			@Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
		String health = endpoints.getPath(EndpointId.of("health"));
		List<String> patterns = new ArrayList<>();
		for (String path : endpoints.getAllPaths()) {
			if (!path.equals(health)) {
				patterns.add(servlet.getRelativePath(path) + "/*");
			}
		}
		// The page that links to them.
		if (endpoints.getBasePath().length() > 1) {
			patterns.add(servlet.getRelativePath(endpoints.getBasePath()));
		}
		FilterRegistrationBean<LocalOnlyFilter> filter = new FilterRegistrationBean<>(
				new LocalOnlyFilter(problems, false));
		filter.setUrlPatterns(patterns);
		// Without any pattern it would be asked about every request.
		filter.setEnabled(!patterns.isEmpty());
		return filter;
	}

	@Bean
	FilterRegistrationBean<LocalOnlyFilter> localChangesOfCaches(DispatcherServletPath servlet,
			@Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
		FilterRegistrationBean<LocalOnlyFilter> filter = new FilterRegistrationBean<>(
				new LocalOnlyFilter(problems, true));
		filter.addUrlPatterns(servlet.getRelativePath("/api/v1/cache") + "/*");
		return filter;
	}

	/**
	 * Stops the start if the actuator would listen on all addresses because nobody said
	 * on which. Before any bean is made, so that no database is opened first.
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

}
