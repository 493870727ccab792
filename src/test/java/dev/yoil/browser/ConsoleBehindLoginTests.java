package dev.yoil.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.Banner;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console in another application, behind Spring Security's default login page or HTTP
 * Basic.
 */
@Tag("full")
@ExtendWith(BrowserExtension.class)
class ConsoleBehindLoginTests {

	@TempDir
	private static Path directory;

	private static ConfigurableApplicationContext application;

	@BeforeAll
	static void start() throws Exception {
		application = start(Foreign.class);
	}

	private static Path write(int capacity) throws IOException {
		return Files.writeString(directory.resolve("ehcache.xml"),
				"<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>"
						+ "<cache alias='users'><heap>%d</heap></cache></config>".formatted(capacity));
	}

	private static ConfigurableApplicationContext start(Class<?>... foreign) throws Exception {
		Path file = write(10);
		return new SpringApplicationBuilder(foreign).bannerMode(Banner.Mode.OFF)
			.properties("spring.config.location=optional:classpath:/none/", "server.port=0", "server.address=127.0.0.1",
					"yoil.ehcache.config=" + file, "yoil.ehcache.web.enabled=true", "spring.security.user.name=alice",
					"spring.security.user.password=correct horse", "spring.main.register-shutdown-hook=false",
					// Otherwise Boot disables it for all Tomcats in this JVM.
					"server.tomcat.mbeanregistry.enabled=true")
			.run();
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	private static Cache users() {
		return Objects.requireNonNull(application.getBean(CacheManager.class).getCache("users"));
	}

	private static Browser open(Browsers browsers, ConfigurableApplicationContext application) {
		return open(browsers, View.DESKTOP_ENGLISH, application);
	}

	private static Browser open(Browsers browsers, View view, ConfigurableApplicationContext application) {
		return browsers.open(view)
			.go("http://127.0.0.1:" + application.getEnvironment().getProperty("local.server.port")
					+ "/ehcache/console");
	}

	private static Browser signIn(Browser browser) {
		browser.await("the login page", () -> browser.driver().getCurrentUrl().contains("/login"));
		browser.type(Browser.css("#username"), "alice");
		browser.type(Browser.css("#password"), "correct horse");
		browser.click(Browser.css("button[type=submit]"));
		return browser.await("the caches", () -> browser.texts("#cache-table").toString().contains("users"));
	}

	@Test
	void changesWithTheSessionAndItsToken(Browsers browsers) {
		users().put("alice", "Alice");
		Browser browser = signIn(open(browsers, application));
		Console.of(browser).change("clear");
		browser.type(Browser.id("clear-name"), "users");
		browser.click("confirm");
		browser.await("an empty cache", () -> users().get("alice") == null);
		browser.await("who did it", () -> browser.texts("#removals").toString().contains("alice"));
		assertThat(browser.texts("#user")).containsExactly("Signed in as alice");
		assertThat(browser.find(Browser.css("#pause")).isDisplayed()).isTrue();
		assertThat(browser.driver().findElement(Browser.id("sign")).isDisplayed()).as("signs out elsewhere").isFalse();
	}

	@Test
	void redirectsToTheLoginPageAfterTheSession(Browsers browsers) {
		Browser browser = signIn(open(browsers, application));
		browser.expect("status of 401");
		browser.driver().manage().deleteAllCookies();
		signIn(browser);
	}

	@Test
	void redirectsAnonymousUsersToTheLoginPage(Browsers browsers) throws Exception {
		try (ConfigurableApplicationContext open = start(Foreign.class, OpenToLook.class)) {
			Cache users = Objects.requireNonNull(open.getBean(CacheManager.class).getCache("users"));
			users.put("alice", "Alice");
			Browser browser = open(browsers, open);
			browser.await("the caches", () -> browser.texts("#cache-table").toString().contains("users"));
			Console.of(browser).change("clear");
			signIn(browser);
			Console.of(browser).change("clear");
			browser.type(Browser.id("clear-name"), "users");
			browser.click("confirm");
			browser.await("an empty cache", () -> users.get("alice") == null);
			browsers.finish();
		}
	}

	@ParameterizedTest
	@CsvSource({ "/ehcache/console, protected", "/ehcache/console/, protected", "/ehcache/console/, public" })
	void changesWithThePasswordOfHttpBasic(String path, String inspection, Browsers browsers) throws Exception {
		Class<?> rules = inspection.equals("public") ? BasicAndOpenToLook.class : Basic.class;
		try (ConfigurableApplicationContext basic = start(Foreign.class, rules)) {
			Cache users = Objects.requireNonNull(basic.getBean(CacheManager.class).getCache("users"));
			users.put("alice", "Alice");
			Browser browser = browsers.open(View.DESKTOP_ENGLISH)
				.go("http://alice:correct%20horse@127.0.0.1:" + basic.getEnvironment().getProperty("local.server.port")
						+ path);
			browser.await("the caches", () -> browser.texts("#cache-table").toString().contains("users"));
			assertThat(browser.texts("#user")).containsExactly("Signed in as alice");
			Console.of(browser).change("clear");
			browser.type(Browser.id("clear-name"), "users");
			browser.click("confirm");
			browser.await("an empty cache", () -> users.get("alice") == null);
			browsers.finish();
		}
	}

	@Test
	void offersNoChangesWithoutALogin(Browsers browsers) throws Exception {
		try (ConfigurableApplicationContext open = start(Foreign.class, WithoutSecurity.class)) {
			Cache users = Objects.requireNonNull(open.getBean(CacheManager.class).getCache("users"));
			users.put("alice", "Alice");
			write(20);
			for (View view : List.of(View.DESKTOP_ENGLISH, View.PHONE_KOREAN)) {
				Browser browser = open(browsers, view, open);
				browser.await("the entries", () -> browser.texts("#entries").toString().contains("alice"));
				assertThat(browser.find(Browser.id("unchangeable")).getText()).contains("Spring Security");
				assertThat(browser.driver().findElements(Browser.css("[data-testid=remove]"))).isEmpty();
				browser.await("a pending change", () -> browser.texts("[data-testid=pending]").size() == 1);
				for (String button : List.of("changes", "remove-pattern", "clear", "bypass", "sign", "apply")) {
					assertThat(browser.driver().findElement(Browser.id(button)).isDisplayed()).as(button).isFalse();
				}
				browser.check("without changes");
				browser.click(Browser.css("[data-testid=entry] button.open"));
				browser.await("its value", () -> browser.texts(".value-box").toString().contains("Alice"));
				assertThat(browser.driver().findElement(Browser.id("remove")).isDisplayed()).isFalse();
			}
			browsers.finish();
		}
	}

	@Configuration(proxyBeanMethods = false)
	static class WithoutSecurity {

		@Bean
		SecurityFilterChain nothing() {
			return new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class OpenToLook {

		@Bean
		SecurityFilterChain lookers(HttpSecurity http) {
			return http
				.authorizeHttpRequests((rules) -> rules.requestMatchers(HttpMethod.GET, "/ehcache/**")
					.permitAll()
					.anyRequest()
					.authenticated())
				.formLogin(Customizer.withDefaults())
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Basic {

		@Bean
		SecurityFilterChain users(HttpSecurity http) {
			return http.authorizeHttpRequests((rules) -> rules.anyRequest().authenticated())
				.httpBasic(Customizer.withDefaults())
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class BasicAndOpenToLook {

		@Bean
		SecurityFilterChain users(HttpSecurity http) {
			return http
				.authorizeHttpRequests((rules) -> rules.requestMatchers(HttpMethod.GET, "/ehcache/caches/**")
					.permitAll()
					.anyRequest()
					.authenticated())
				.httpBasic(Customizer.withDefaults())
				.build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@EnableAutoConfiguration(exclude = { DataSourceAutoConfiguration.class, FlywayAutoConfiguration.class })
	static class Foreign {

	}

}
