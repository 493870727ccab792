package dev.yoil.webtoon.openapi;

import org.springdoc.core.customizers.ParameterCustomizer;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.converter.autoconfigure.ServerHttpMessageConvertersCustomizer;
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

	/**
	 * Takes out again what springdoc brings along: a reader and writer of YAML, by which
	 * MVC would otherwise take bodies past all that is set up for JSON.
	 */
	@Bean
	ServerHttpMessageConvertersCustomizer noYaml() {
		return (builder) -> builder.configureMessageConvertersList(
				(converters) -> converters.removeIf((converter) -> converter.getSupportedMediaTypes()
					.stream()
					.anyMatch((type) -> type.getSubtype().endsWith("yaml"))));
	}

}
