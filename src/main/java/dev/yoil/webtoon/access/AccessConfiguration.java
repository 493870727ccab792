package dev.yoil.webtoon.access;

import java.util.List;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Keeps what operators do on this machine: anybody may ask for the health, nobody
 * elsewhere for anything else of the actuator, or change a cache by hand. Where the
 * actuator was given a port of its own, whoever chose that port's address chose who may
 * ask.
 */
@Configuration(proxyBeanMethods = false)
class AccessConfiguration {

	@Bean
	FilterRegistrationBean<LocalOnlyFilter> localActuator(PathMappedEndpoints endpoints,
			@Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
		FilterRegistrationBean<LocalOnlyFilter> filter = new FilterRegistrationBean<>(
				new LocalOnlyFilter(problems, false));
		String health = endpoints.getPath(EndpointId.of("health"));
		List<String> paths = endpoints.getAllPaths().stream().filter((path) -> !path.equals(health)).toList();
		paths.forEach((path) -> filter.addUrlPatterns(path + "/*"));
		// Without any pattern it would be asked about every request.
		filter.setEnabled(!paths.isEmpty());
		return filter;
	}

	@Bean
	FilterRegistrationBean<LocalOnlyFilter> localChangesOfCaches(
			@Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
		FilterRegistrationBean<LocalOnlyFilter> filter = new FilterRegistrationBean<>(
				new LocalOnlyFilter(problems, true));
		filter.addUrlPatterns("/api/v1/cache/*");
		return filter;
	}

}
