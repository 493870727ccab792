package dev.yoil.ehcache.boot;

import java.util.List;
import java.util.stream.Stream;

import dev.yoil.ehcache.LoadTimeoutException;
import dev.yoil.ehcache.internal.web.CacheController;
import org.junit.jupiter.api.Test;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.WebApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications that only add the library: nothing is enabled, exposed or replaced by
 * default.
 */
class ForeignApplicationTests {

	private static final String CONSOLE = "/ehcache/console/";

	private final WebApplicationContextRunner application = new WebApplicationContextRunner()
		.withUserConfiguration(ConditionTests.Caching.class, Foreign.class)
		.withPropertyValues(ConditionTests.FILE);

	private static MvcTestResult get(WebApplicationContext context, String address) {
		return MockMvcTester.from(context).get().uri(address).exchange();
	}

	/** A key may be personal data. */
	@Test
	void hasNoInspectionAndNoHeadersByDefault() {
		this.application.run((context) -> {
			assertThat(context).doesNotHaveBean(CacheController.class);
			for (String address : List.of("/api/v1/cache", "/ehcache/caches", CONSOLE)) {
				assertThat(get(context, address)).as(address).hasStatus(404);
			}
			assertThat(get(context, "/users/alice")).hasStatusOk()
				.doesNotContainHeader("Cache-Status")
				.doesNotContainHeader("Server-Timing");
		});
	}

	@Test
	void prefixesItsBeanNames() {
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

	/** A second controller for the same path would stop the startup. */
	@Test
	void doesNotReplaceAConsoleOfTheApplication() {
		this.application.withUserConfiguration(OwnConsole.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(get(context, "/console")).hasStatusOk().hasBodyTextEqualTo("theirs");
		});
		this.application.withUserConfiguration(OwnConsole.class)
			.withPropertyValues("yoil.ehcache.web.enabled=true")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(get(context, "/console")).hasBodyTextEqualTo("theirs");
				assertThat(get(context, CONSOLE)).hasStatusOk();
			});
	}

	/** This includes exceptions of the cache. */
	@Test
	void doesNotHandleExceptionsOfTheApplication() {
		this.application.withUserConfiguration(OwnFailures.class)
			.withPropertyValues("yoil.ehcache.web.enabled=true")
			.run((context) -> {
				assertThat(get(context, "/late")).hasStatus(418).hasBodyTextEqualTo("theirs");
				assertThat(get(context, "/numbers/none")).hasStatus(418).hasBodyTextEqualTo("theirs");
			});
	}

	@Configuration(proxyBeanMethods = false)
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

}
