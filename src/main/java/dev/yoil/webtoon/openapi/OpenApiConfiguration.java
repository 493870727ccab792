package dev.yoil.webtoon.openapi;

import org.springdoc.core.customizers.ParameterCustomizer;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Has springdoc serve the description.
 */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

	@Bean
	Description description(ObjectProvider<BuildProperties> build, DispatcherServletPath servlet,
			Environment environment) {
		BuildProperties known = build.getIfAvailable();
		String version = (known != null) ? known.getVersion() : null;
		return new Description((version != null) ? version : "unknown",
				environment.getProperty("server.servlet.context-path", "") + servlet.getPrefix());
	}

	@Bean
	ParameterCustomizer parameters() {
		return (parameter, described) -> (parameter != null) ? Parameters.describe(parameter, described) : null;
	}

}
