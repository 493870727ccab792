package dev.yoil.ehcache.boot;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.Principal;
import java.time.Clock;
import java.util.Map;

import dev.yoil.support.FakeClock;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with the inspection, accessed over HTTP by the user "admin". It renames
 * JSON fields and wraps every body, which must not affect the inspection.
 */
final class InspectedApplication implements AutoCloseable {

	static final String CACHES = "/ehcache/caches";

	private final FakeClock clock = new FakeClock();

	private final HttpClient client = HttpClient.newHttpClient();

	private final ConfigurableApplicationContext context;

	InspectedApplication(Path file, String... properties) {
		this.context = new SpringApplicationBuilder(Application.class)
			.initializers(
					(context) -> ((GenericApplicationContext) context).registerBean(Clock.class, () -> this.clock))
			.properties("server.port=0", "server.address=127.0.0.1", "yoil.ehcache.web.enabled=true",
					"yoil.ehcache.config=" + file, "spring.jackson.property-naming-strategy=SNAKE_CASE",
					"spring.application.name=contract", "spring.config.location=optional:classpath:/none/",
					"spring.main.banner-mode=off", "spring.main.register-shutdown-hook=false")
			.properties(properties)
			.run();
	}

	FakeClock clock() {
		return this.clock;
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	Cache cache(String name) {
		return bean(CacheManager.class).getCache(name);
	}

	/**
	 * Sends a request.
	 * @param path the part of the path after that of the inspection
	 */
	HttpResponse<String> send(String method, String path, @Nullable String body) throws Exception {
		String server = "http://127.0.0.1:" + this.context.getEnvironment().getProperty("local.server.port");
		return this.client.send(HttpRequest.newBuilder(URI.create(server + CACHES + path))
			.method(method, (body != null) ? BodyPublishers.ofString(body) : BodyPublishers.noBody())
			.header("Content-Type", "application/json")
			.build(), BodyHandlers.ofString());
	}

	JsonNode get(String path) throws Exception {
		return json(send("GET", path, null));
	}

	/** Expects a response that no client stores. */
	static JsonNode json(HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
		return JsonMapper.shared().readTree(response.body());
	}

	static void isProblem(HttpResponse<String> response, int status, String type, String detail) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		JsonNode problem = JsonMapper.shared().readTree(response.body());
		assertThat(problem.get("type").asString()).isEqualTo("urn:yoil:ehcache:problem:" + type);
		assertThat(problem.get("detail").asString()).contains(detail);
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@Import({ ConditionTests.Caching.class, Envelope.class, Users.class })
	@ImportAutoConfiguration(TomcatServletWebServerAutoConfiguration.class)
	static class Application {

		@Bean
		Filter signedIn() {
			return (request, response, chain) -> chain
				.doFilter(new HttpServletRequestWrapper((HttpServletRequest) request) {
					@Override
					public Principal getUserPrincipal() {
						return () -> "admin";
					}
				}, response);
		}

	}

	static class Users {

		@Cacheable("users")
		public String find(String name) {
			return name;
		}

	}

	@RestControllerAdvice
	static class Envelope implements ResponseBodyAdvice<Object> {

		@Override
		public boolean supports(MethodParameter returnType, Class<? extends HttpMessageConverter<?>> converterType) {
			return true;
		}

		@Override
		public Object beforeBodyWrite(Object body, MethodParameter returnType, MediaType contentType,
				Class<? extends HttpMessageConverter<?>> converterType, ServerHttpRequest request,
				ServerHttpResponse response) {
			return Map.of("data", body);
		}

	}

}
