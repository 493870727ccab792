package dev.yoil.ehcache.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.yoil.ehcache.LoadTimeoutException;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.web.CacheController;
import dev.yoil.representation.boot.RequestTimerAutoConfiguration;
import dev.yoil.representation.cached.RepresentationAutoConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.StringHttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the integration must not do to an application that is not ours: nothing is read,
 * open, told or taken that its developer did not ask for.
 */
class ForeignApplicationTests {

	/** Those of the site, and those that are the defaults. */
	private static final String[] INSPECTION = { "/api/v1/cache", "/ehcache/caches" };

	private static final String[] CONSOLE = { "/console/", "/ehcache/console/" };

	@TempDir
	Path directory;

	private WebApplicationContextRunner application;

	@BeforeEach
	void declareACache() throws IOException {
		Path file = Files.writeString(this.directory.resolve("ehcache.xml"),
				TestCaches.HEAD + "<cache alias='users'><heap>10</heap></cache></config>");
		this.application = new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class, EhCacheAutoConfiguration.class,
					CacheAnnotationsAutoConfiguration.class, RegionAutoConfiguration.class,
					EhCacheMetricsAutoConfiguration.class, CacheInspectionAutoConfiguration.class,
					RepresentationAutoConfiguration.class, RequestTimerAutoConfiguration.class,
					JacksonAutoConfiguration.class, HttpMessageConvertersAutoConfiguration.class,
					DispatcherServletAutoConfiguration.class, WebMvcAutoConfiguration.class,
					ValidationAutoConfiguration.class))
			.withUserConfiguration(Foreign.class)
			.withPropertyValues("yoil.ehcache.config=" + file);
	}

	private static MvcTestResult get(WebApplicationContext context, String address) {
		return MockMvcTester.from(context).get().uri(address).exchange();
	}

	private static MvcTestResult delete(WebApplicationContext context, String address) {
		return MockMvcTester.from(context).delete().uri(address).exchange();
	}

	/** A mistake in it, or another form, would stop the start. */
	@Nested
	class TheFileOfAnotherManager {

		private static final String EHCACHE_2 = "<ehcache><diskStore path='java.io.tmpdir'/></ehcache>";

		private ConfigurableApplicationContext start(Class<?> application, String... settings) throws IOException {
			Path file = Files.writeString(ForeignApplicationTests.this.directory.resolve("theirs.xml"), EHCACHE_2);
			return new SpringApplicationBuilder(application).web(WebApplicationType.NONE)
				.bannerMode(Banner.Mode.OFF)
				.properties("yoil.ehcache.config=" + file, "spring.main.register-shutdown-hook=false")
				.properties(settings)
				.run();
		}

		@Test
		void isNotReadWhereTheApplicationHasAManager() throws IOException {
			try (ConfigurableApplicationContext context = start(OwnManager.class)) {
				assertThat(context.getBean(CacheManager.class)).isInstanceOf(ConcurrentMapCacheManager.class);
			}
		}

		@Test
		void isNotReadWhereCachingIsOff() throws IOException {
			try (ConfigurableApplicationContext context = start(WithoutCaching.class)) {
				assertThat(context.getBeansOfType(CacheManager.class)).isEmpty();
			}
		}

		@Test
		void isNotReadWhereAnotherTypeIsChosen() throws IOException {
			try (ConfigurableApplicationContext context = start(Caching.class, "spring.cache.type=simple")) {
				assertThat(context.getBean(CacheManager.class)).isInstanceOf(ConcurrentMapCacheManager.class);
			}
		}

	}

	/** Whoever reaches the application could make it load everything again. */
	@Test
	void nobodyEmptiesACacheWhereThereIsNoSecurity() {
		this.application.withPropertyValues("yoil.ehcache.web.enabled=true").run((context) -> {
			get(context, "/users/alice");
			for (String caches : INSPECTION) {
				MvcTestResult answer = delete(context, caches + "/users/entries");
				assertThat(answer.getResponse().getStatus()).as(caches).isIn(403, 404);
			}
			assertThat(context.getBean(CacheManager.class).getCache("users").get("alice")).isNotNull();
		});
	}

	/** What is cached is not for everybody who reaches the application. */
	@Test
	void nobodyLooksIntoACacheUnlessThatIsSwitchedOn() {
		this.application.run((context) -> {
			assertThat(context).doesNotHaveBean(CacheController.class);
			for (String address : INSPECTION) {
				assertThat(get(context, address)).as(address).hasStatus(404);
			}
			assertThat(get(context, CONSOLE[1])).hasStatus(404);
		});
	}

	/** A key may be somebody's name or address. */
	@Test
	void answersTellNothingOfCaches() {
		this.application.run((context) -> assertThat(get(context, "/users/alice")).hasStatusOk()
			.doesNotContainHeader("Cache-Status")
			.doesNotContainHeader("Server-Timing"));
	}

	/** A second bean of a name would stop the start. */
	@ParameterizedTest
	@ValueSource(strings = { "inspectedCaches", "cacheNamesCheck", "cacheHistorySampling", "routes", "representations",
			"hitFilter", "keyedByUriCheck" })
	void leavesNamesOfBeansToTheApplication(String name) {
		this.application
			.withInitializer((context) -> ((GenericApplicationContext) context).registerBeanDefinition(name,
					new RootBeanDefinition(StringBuilder.class)))
			.withPropertyValues("yoil.ehcache.web.enabled=true")
			.run((context) -> assertThat(context).hasNotFailed().getBean(name).isInstanceOf(StringBuilder.class));
	}

	@Test
	void namesItsBeansByItself() {
		this.application.withPropertyValues("yoil.ehcache.web.enabled=true", "yoil.ehcache.web.cache-status=on")
			.run((context) -> assertThat(Stream.of(context.getBeanDefinitionNames())
				.filter((name) -> String
					.valueOf(context.getSourceApplicationContext()
						.getBeanFactory()
						.getBeanDefinition(name)
						.getFactoryBeanName())
					.startsWith("dev.yoil")))
				.isNotEmpty()
				.allMatch((name) -> name.startsWith("yoil") || name.equals("cacheManager")));
	}

	/** A second controller at an address would stop the start. */
	@Test
	void leavesTheConsoleToTheApplication() {
		this.application.withUserConfiguration(OwnConsole.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(get(context, "/console")).hasStatusOk().hasBodyTextEqualTo("theirs");
		});
		this.application.withUserConfiguration(OwnConsole.class)
			.withPropertyValues("yoil.ehcache.web.enabled=true")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(get(context, "/console")).hasBodyTextEqualTo("theirs");
				assertThat(get(context, CONSOLE[1])).hasStatusOk();
			});
	}

	/** Whatever happens in them, and even if a cache is the reason. */
	@Test
	void leavesFailuresOfTheApplicationsControllersToIt() {
		this.application.withUserConfiguration(OwnFailures.class)
			.withPropertyValues("yoil.ehcache.web.enabled=true")
			.run((context) -> {
				assertThat(get(context, "/late")).hasStatus(418).hasBodyTextEqualTo("theirs");
				assertThat(get(context, "/numbers/none")).hasStatus(418).hasBodyTextEqualTo("theirs");
			});
	}

	/** It names fields in its own way and puts every body into an envelope. */
	@Test
	void answersOfTheInspectionDoNotDependOnTheApplicationsJson() {
		this.application.withUserConfiguration(OwnEnvelope.class)
			.withPropertyValues("yoil.ehcache.web.enabled=true", "spring.jackson.property-naming-strategy=SNAKE_CASE")
			.run((context) -> {
				get(context, "/users/alice");
				String users = INSPECTION[1] + "/users";
				assertThat(get(context, "/envelope")).bodyJson().extractingPath("$.data.full_name").isEqualTo("Alice");
				assertThat(get(context, users)).bodyJson().extractingPath("$.entries[0].hitCount").isEqualTo(0);
				assertThat(get(context, INSPECTION[1] + "/nobody")).hasStatus(404)
					.hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
					.bodyJson()
					.extractingPath("$.type")
					.isEqualTo("urn:yoil:ehcache:problem:unknown-cache");
				assertThat(List.of(get(context, users + "?limit=x"), get(context, users + "?limit=1001")))
					.allSatisfy((refused) -> assertThat(refused).hasStatus(400)
						.bodyJson()
						.extractingPath("$.detail")
						.asString()
						.endsWith(": write a whole number from 0 to 1000."));
				assertThat(MockMvcTester.from(context)
					.post()
					.uri(users + "/removals")
					.principal(() -> "operator")
					.contentType(MediaType.APPLICATION_JSON)
					.content("{\"pattern\":\"*\",\"dryRun\":true}")).bodyJson()
					.isStrictlyEqualTo("{\"matched\":1,\"removed\":0,\"dryRun\":true,\"keys\":[\"alice\"]}");
				assertThat(get(context, CONSOLE[1])).hasStatusOk().hasContentTypeCompatibleWith(MediaType.TEXT_HTML);
			});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Foreign {

		@Bean
		Users users() {
			return new Users();
		}

		@Bean
		UserController userController(Users users) {
			return new UserController(users);
		}

	}

	static class Users {

		@Cacheable("users")
		String find(String name) {
			return "User " + name;
		}

	}

	@RestController
	record UserController(Users users) {

		@GetMapping("/users/{name}")
		String find(@PathVariable String name) {
			return this.users.find(name);
		}

		@GetMapping("/numbers/{number}")
		String number(@PathVariable int number) {
			return "Number " + number;
		}

		@GetMapping("/late")
		String late() {
			throw (LoadTimeoutException) BeanUtils
				.instantiateClass(LoadTimeoutException.class.getDeclaredConstructors()[0], "users", "alice", null);
		}

	}

	@RestController
	static class OwnConsole {

		@GetMapping("/console")
		String page() {
			return "theirs";
		}

	}

	@RestControllerAdvice
	static class OwnFailures {

		@ExceptionHandler
		ResponseEntity<String> any(Exception failure) {
			return ResponseEntity.status(418).body("theirs");
		}

	}

	@RestController
	@RestControllerAdvice
	static class OwnEnvelope implements ResponseBodyAdvice<Object> {

		@GetMapping("/envelope")
		Person person() {
			return new Person("Alice");
		}

		@Override
		public boolean supports(MethodParameter returnType, Class<? extends HttpMessageConverter<?>> converterType) {
			return converterType != StringHttpMessageConverter.class;
		}

		@Override
		public Object beforeBodyWrite(Object body, MethodParameter returnType, MediaType contentType,
				Class<? extends HttpMessageConverter<?>> converterType, ServerHttpRequest request,
				ServerHttpResponse response) {
			return Map.of("code", 200, "data", body);
		}

	}

	record Person(String fullName) {
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@ImportAutoConfiguration({ EhCacheAutoConfiguration.class, CacheAnnotationsAutoConfiguration.class,
			RegionAutoConfiguration.class, CacheAutoConfiguration.class })
	static class Caching {

	}

	@Configuration(proxyBeanMethods = false)
	static class OwnManager extends Caching {

		@Bean
		CacheManager ownManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ EhCacheAutoConfiguration.class, CacheAnnotationsAutoConfiguration.class,
			RegionAutoConfiguration.class, CacheAutoConfiguration.class })
	static class WithoutCaching {

	}

}
