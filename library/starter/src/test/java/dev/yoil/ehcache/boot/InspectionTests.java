package dev.yoil.ehcache.boot;

import dev.yoil.ehcache.LoadTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The inspection, the console and {@code Cache-Status} in an application that enables
 * them.
 */
class InspectionTests {

	private final WebApplicationContextRunner application = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(EndpointAutoConfiguration.class, WebEndpointAutoConfiguration.class,
				ManagementContextAutoConfiguration.class))
		.withUserConfiguration(ConditionTests.Caching.class, Application.class)
		.withPropertyValues(ConditionTests.FILE, "yoil.ehcache.web.enabled=true");

	private static MvcTestResult get(WebApplicationContext context, String address) {
		return MockMvcTester.from(context).get().uri(address).exchange();
	}

	@Test
	void allowsOperationsToSignedInUsersOnly() {
		this.application.run((context) -> {
			context.getBean(CacheManager.class).getCache("users").put("alice", "Alice");
			MockMvcTester client = MockMvcTester.from(context);
			assertThat(client.delete().uri("/ehcache/caches/users/entries")).hasStatus(403)
				.hasContentType("application/problem+json")
				.bodyJson()
				.extractingPath("detail")
				.asString()
				.contains("Sign in", "spring-boot-starter-security");
			assertThat(client.delete().uri("/ehcache/caches/none/cluster/entries")).hasStatus(403);
			assertThat(client.delete().uri("/ehcache/caches/users/entries").principal(() -> "alice")).hasStatus(204);
			assertThat(get(context, "/ehcache/caches/users/operations")).bodyJson()
				.extractingPath("$[0].by")
				.isEqualTo("alice");
		});
	}

	@Test
	void usesTheConfiguredPaths() {
		this.application
			.withPropertyValues("yoil.ehcache.web.path=/ops/caches", "yoil.ehcache.web.console-path=/ops/live/console")
			.run((context) -> {
				assertThat(get(context, "/ops/caches")).hasStatusOk();
				assertThat(get(context, "/ops/live/console")).hasStatus(302).hasHeader("Location", "console/");
				assertThat(get(context, "/ops/live/console/")).bodyText()
					.contains("<meta name=\"caches\" content=\"../../../ops/caches\">", "GET ../../../ops/caches")
					.doesNotContain("{");
				assertThat(get(context, "/ops/live/console/main.js")).hasStatusOk();
				assertThat(get(context, "/ehcache/caches")).hasStatus(404);
			});
	}

	@ParameterizedTest
	@ValueSource(strings = { "path=caches", "path=/", "path=/caches/", "console-path=/{any}", "console-path=/c?d",
			"console-path=/ehcache/caches", "dashboard-url=javascript:alert(1)" })
	void rejectsInvalidPathsAndUrls(String setting) {
		this.application.withPropertyValues("yoil.ehcache.web." + setting)
			.run((context) -> assertThat(context).getFailure()
				.hasRootCauseInstanceOf(InvalidConfigurationPropertyValueException.class)
				.rootCause()
				.hasMessageContaining("yoil.ehcache.web." + setting.replaceAll("=.*", "")));
	}

	@Test
	void servesChartsWithoutResourceMappings() {
		this.application.withPropertyValues("spring.web.resources.add-mappings=false")
			.run((context) -> assertThat(get(context, "/ehcache/console/chart.umd.js")).hasStatusOk());
	}

	@Test
	void rendersUserAndCsrfTokenIntoTheConsole() {
		this.application.run((context) -> {
			MockMvcTester client = MockMvcTester.from(context);
			CsrfToken token = new DefaultCsrfToken("X-Token", "_csrf", "a\"b");
			assertThat(client.get()
				.uri("/ehcache/console/")
				.principal(() -> "<alice>")
				.requestAttr(CsrfToken.class.getName(), token)).hasHeader("Cache-Control", "no-store")
				.bodyText()
				.contains("name=\"user\" content=\"&lt;alice&gt;\"", "name=\"csrf-header\" content=\"X-Token\"",
						"name=\"csrf-token\" content=\"a&quot;b\"");
			assertThat(client.get().uri("/ehcache/console/").requestAttr(CsrfToken.class.getName(), token))
				.hasHeader("Cache-Control", "no-cache")
				.bodyText()
				.contains("name=\"user\" content=\"\"", "name=\"csrf-token\" content=\"\"");
			assertThat(client.get().uri("/ehcache/console/sign-in")).hasStatus(302).hasHeader("Location", "./");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			true     | users; fwd=miss
			with-key | users; fwd=miss; key="alice"
			""")
	void writesCacheStatusAsConfigured(String setting, String header) {
		this.application.withPropertyValues("yoil.ehcache.web.cache-status=" + setting)
			.run((context) -> assertThat(get(context, "/users/alice")).hasHeader("Cache-Status", header));
	}

	@Test
	void returnsProblemDetailsForLoadTimeouts() {
		this.application.withPropertyValues("spring.mvc.problemdetails.enabled=true")
			.run((context) -> assertThat(get(context, "/late")).hasStatus(503).hasHeader("Retry-After", "1"));
	}

	@Test
	void providesAnActuatorEndpoint() {
		this.application
			.withPropertyValues("management.endpoints.web.exposure.include=yoilcaches",
					"yoil.ehcache.web.enabled=false")
			.run((context) -> {
				context.getBean(CacheManager.class).getCache("users").put("alice", "Alice");
				assertThat(get(context, "/actuator/yoilcaches")).bodyJson().extractingPath("users.size").isEqualTo(1);
				assertThat(get(context, "/actuator/yoilcaches/users")).bodyJson()
					.extractingPath("entries[0].value")
					.isEqualTo("\"Alice\"");
				assertThat(get(context, "/actuator/yoilcaches/users?limit=0")).bodyJson()
					.extractingPath("entries")
					.asArray()
					.isEmpty();
				assertThat(get(context, "/actuator/yoilcaches/users/removals")).hasStatusOk().hasBodyTextEqualTo("[]");
				assertThat(get(context, "/actuator/yoilcaches/users/findings")).hasStatusOk().hasBodyTextEqualTo("[]");
				assertThat(get(context, "/actuator/yoilcaches/none")).hasStatus(404);
				for (String wrong : new String[] { "/users?limit=1001", "?limit=-1" }) {
					assertThat(get(context, "/actuator/yoilcaches" + wrong)).hasStatus(400);
				}
				assertThat(MockMvcTester.from(context).delete().uri("/actuator/yoilcaches/users")).hasStatus(405);
			});
	}

	@Configuration(proxyBeanMethods = false)
	@RestController
	static class Application {

		private final CacheManager caches;

		Application(CacheManager caches) {
			this.caches = caches;
		}

		@GetMapping("/users/{name}")
		String find(@PathVariable String name) {
			return String.valueOf(this.caches.getCache("users").get(name));
		}

		@GetMapping("/late")
		String late() {
			throw (LoadTimeoutException) BeanUtils
				.instantiateClass(LoadTimeoutException.class.getDeclaredConstructors()[0], "users", "alice", null);
		}

	}

}
