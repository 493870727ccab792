package dev.yoil.webtoon.openapi;

import java.util.List;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import org.springdoc.core.customizers.GlobalOpenApiCustomizer;
import org.springdoc.core.customizers.GlobalOperationCustomizer;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.http.converter.autoconfigure.ServerHttpMessageConvertersCustomizer;
import org.springframework.boot.info.BuildProperties;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.ProblemDetail;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Additions to the OpenAPI document that springdoc generates from the controllers.
 */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

	private static final String PROBLEM = ProblemDetail.class.getSimpleName();

	private static final String ADMINISTRATOR = "administrator";

	private static final String CSRF = "csrfToken";

	private static final String CSRF_COOKIE = "csrfCookie";

	@Bean
	OpenAPI document(ObjectProvider<BuildProperties> build, DispatcherServletPath servlet, Environment environment) {
		BuildProperties known = build.getIfAvailable();
		String root = environment.getProperty("server.servlet.context-path", "") + servlet.getPrefix();
		return new OpenAPI().info(new Info().title("Yoil")
			.version((known != null) ? known.getVersion() : "unknown")
			.description(
					"Webtoons by publish day, with reviews and likes, and the caches behind them. Problem types (RFC 9457) "
							+ "are explained in docs/site/problems.md.")
			.license(new License().name("Apache License, Version 2.0").identifier("Apache-2.0")))
			// Not the host of the request: the cached document is the same for all
			// clients.
			.servers(List.of(new Server().url(root.isEmpty() ? "/" : root)))
			.addTagsItem(CacheOperations.tag())
			.components(new Components()
				.addSecuritySchemes(ADMINISTRATOR, new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("basic"))
				.addSecuritySchemes(CSRF,
						key(SecurityScheme.In.HEADER, "X-CSRF-TOKEN")
							.description("The token returned by GET /api/v1/csrf, together with its cookie."))
				.addSecuritySchemes(CSRF_COOKIE, key(SecurityScheme.In.COOKIE, "yoil-csrf")));
	}

	private static SecurityScheme key(SecurityScheme.In place, String name) {
		return new SecurityScheme().type(SecurityScheme.Type.APIKEY).in(place).name(name);
	}

	private static Schema<?> problem() {
		Schema<?> schema = typed("object").description("A problem detail (RFC 9457).");
		for (String name : List.of("type", "title", "detail", "instance")) {
			schema.addProperty(name, typed("string"));
		}
		schema.addProperty("status", typed("integer"));
		schema.setRequired(List.of("type", "title", "status", "detail"));
		return schema;
	}

	private static Schema<?> typed(String type) {
		Schema<?> schema = new JsonSchema();
		schema.addType(type);
		return schema;
	}

	/**
	 * Adds what controllers do not declare: problems and required credentials.
	 */
	@Bean
	GlobalOpenApiCustomizer problemsAndCredentials(@Value("${yoil.ehcache.web.path}") String caches) {
		return (document) -> {
			document.getComponents().addSchemas(PROBLEM, problem());
			document.getPaths()
				.forEach((path, item) -> item.readOperationsMap()
					.forEach((method, operation) -> complete(path.startsWith(caches), path, method, operation)));
		};
	}

	private static void complete(boolean caches, String path, HttpMethod method, Operation operation) {
		MediaType problem = new MediaType().schema(new JsonSchema().$ref("#/components/schemas/" + PROBLEM));
		operation.getResponses()
			.addApiResponse(ApiResponses.DEFAULT, new ApiResponse().description("A problem.")
				.content(new Content().addMediaType("application/problem+json", problem)));
		if (path.startsWith("/api/v1/admin") || (caches && method != HttpMethod.GET)) {
			operation.addSecurityItem(new SecurityRequirement().addList(ADMINISTRATOR));
		}
		else if (caches) {
			// Clients on the machine of the service need no credentials.
			operation.setSecurity(List.of(new SecurityRequirement(), new SecurityRequirement().addList(ADMINISTRATOR)));
		}
		else if (method != HttpMethod.GET) {
			operation.addSecurityItem(new SecurityRequirement().addList(CSRF).addList(CSRF_COOKIE));
		}
	}

	/**
	 * Names operations by controller and method, as client generators need.
	 */
	@Bean
	GlobalOperationCustomizer operationNames() {
		return (operation, method) -> {
			// The findings and simulations of a cache have a controller of their own.
			String controller = ClassUtils.getUserClass(method.getBeanType())
				.getSimpleName()
				.replaceFirst("(Tuning)?Controller", "");
			operation.operationId(
					StringUtils.uncapitalize(controller) + StringUtils.capitalize(method.getMethod().getName()));
			CacheOperations.explain(operation);
			return operation;
		};
	}

	@Bean
	StrictSchemas strictSchemas() {
		return new StrictSchemas();
	}

	@Bean
	RecordSchemas recordSchemas() {
		return new RecordSchemas();
	}

	/**
	 * Removes springdoc's YAML converter, with which MVC would accept bodies that bypass
	 * the JSON settings.
	 */
	@Bean
	ServerHttpMessageConvertersCustomizer noYaml() {
		return (builder) -> builder.configureMessageConvertersList(
				(converters) -> converters.removeIf((converter) -> converter.getSupportedMediaTypes()
					.stream()
					.anyMatch((type) -> type.getSubtype().endsWith("yaml"))));
	}

}
