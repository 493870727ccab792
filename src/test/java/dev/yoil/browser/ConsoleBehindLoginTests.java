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
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console in another application, behind a login page of Spring Security or HTTP
 * Basic.
 */
@Tag("full")
@ExtendWith(BrowserExtension.class)
class ConsoleBehindLoginTests {

	@TempDir
	private static Path directory;

	private static ConfigurableApplicationContext application;

	/** Chooses the filter chain. */
	private static volatile Rules rules = Rules.LOGIN;

	@BeforeAll
	static void start() throws Exception {
		application = new SpringApplicationBuilder(Foreign.class).bannerMode(Banner.Mode.OFF)
			.properties("spring.config.location=optional:classpath:/none/", "server.port=0", "server.address=127.0.0.1",
					"yoil.ehcache.config=" + write(10), "yoil.ehcache.web.enabled=true",
					"spring.security.user.name=alice",
					"spring.security.user.password=" + Foreign.ENCODER.encode("correct horse"),
					"spring.main.register-shutdown-hook=false",
					// Otherwise Boot disables it for all Tomcats in this JVM.
					"server.tomcat.mbeanregistry.enabled=true")
			.run();
	}

	private static Path write(int capacity) throws IOException {
		return Files.writeString(directory.resolve("ehcache.xml"),
				"<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>"
						+ "<cache alias='users'><heap>%d</heap></cache></config>".formatted(capacity));
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	private static Cache users() {
		return Objects.requireNonNull(application.getBean(CacheManager.class).getCache("users"));
	}

	/**
	 * Opens the console of the application, which has a cached value.
	 */
	private static Browser open(Browsers browsers, View view, Rules chosen, String credentials, String path) {
		rules = chosen;
		users().put("alice", "Alice");
		return browsers.open(view)
			.go("http://" + credentials + "127.0.0.1:" + application.getEnvironment().getProperty("local.server.port")
					+ path);
	}

	private static Browser open(Browsers browsers, Rules chosen) {
		return open(browsers, View.DESKTOP_ENGLISH, chosen, "", "/ehcache/console");
	}

	private static Browser signIn(Browser browser) {
		browser.await("the login page", () -> browser.driver().getCurrentUrl().contains("/login"));
		browser.type(Browser.css("#username"), "alice");
		browser.type(Browser.css("#password"), "correct horse");
		browser.click(Browser.css("button[type=submit]"));
		return awaitCaches(browser);
	}

	private static Browser awaitCaches(Browser browser) {
		return browser.await("the caches", () -> browser.texts("#cache-table").toString().contains("users"));
	}

	private static void clear(Browser browser) {
		Console.of(browser).change("clear");
		browser.type(Browser.id("clear-name"), "users");
		browser.click("confirm");
		browser.await("an empty cache", () -> users().get("alice") == null);
	}

	@Test
	void changesWithTheSessionAndItsToken(Browsers browsers) {
		Browser browser = signIn(open(browsers, Rules.LOGIN));
		clear(browser);
		browser.await("who did it", () -> browser.texts("#removals").toString().contains("alice"));
		assertThat(browser.texts("#user")).containsExactly("Signed in as alice");
		assertThat(browser.find(Browser.css("#pause")).isDisplayed()).isTrue();
		assertThat(browser.driver().findElement(Browser.id("sign")).isDisplayed()).as("signs out elsewhere").isFalse();
	}

	@Test
	void redirectsToTheLoginPageAfterTheSession(Browsers browsers) {
		Browser browser = signIn(open(browsers, Rules.LOGIN));
		browser.expect("status of 401");
		browser.driver().manage().deleteAllCookies();
		signIn(browser);
	}

	@Test
	void redirectsAnonymousUsersToTheLoginPage(Browsers browsers) {
		Browser browser = awaitCaches(open(browsers, Rules.LOGIN_TO_CHANGE));
		Console.of(browser).change("clear");
		clear(signIn(browser));
	}

	@ParameterizedTest
	@CsvSource({ "/ehcache/console, BASIC", "/ehcache/console/, BASIC", "/ehcache/console/, BASIC_TO_CHANGE" })
	void changesWithThePasswordOfHttpBasic(String path, Rules chosen, Browsers browsers) {
		Browser browser = awaitCaches(open(browsers, View.DESKTOP_ENGLISH, chosen, "alice:correct%20horse@", path));
		assertThat(browser.texts("#user")).containsExactly("Signed in as alice");
		clear(browser);
	}

	@Test
	void offersNoChangesWithoutALogin(Browsers browsers) throws Exception {
		Browser browser = open(browsers, View.PHONE_KOREAN, Rules.NONE, "", "/ehcache/console");
		browser.await("the entries", () -> browser.texts("#entries").toString().contains("alice"));
		assertThat(browser.find(Browser.id("unchangeable")).getText()).contains("Spring Security");
		assertThat(browser.driver().findElements(Browser.css("[data-testid=remove]"))).isEmpty();
		write(20);
		browser.await("a pending change", () -> browser.texts("[data-testid=pending]").size() == 1);
		for (String button : List.of("changes", "remove-pattern", "clear", "bypass", "sign", "apply")) {
			assertThat(browser.driver().findElement(Browser.id(button)).isDisplayed()).as(button).isFalse();
		}
		browser.check("without changes");
		browser.click(Browser.css("[data-testid=entry] button.open"));
		browser.await("its value", () -> browser.texts(".value-box").toString().contains("Alice"));
		assertThat(browser.driver().findElement(Browser.id("remove")).isDisplayed()).isFalse();
	}

	/** The rules of the application. */
	private enum Rules {

		/** A login on a page. */
		LOGIN,

		/** A login on a page for changes. */
		LOGIN_TO_CHANGE,

		/** A password with each request. */
		BASIC,

		/** A password with each request, except for reads of the caches. */
		BASIC_TO_CHANGE,

		/** Nothing. */
		NONE

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	@EnableAutoConfiguration(exclude = { DataSourceAutoConfiguration.class, FlywayAutoConfiguration.class })
	static class Foreign {

		/** Each request with a password costs one. */
		private static final PasswordEncoder ENCODER = new BCryptPasswordEncoder(4);

		@Bean
		PasswordEncoder encoder() {
			return ENCODER;
		}

		@Bean
		SecurityFilterChain login(HttpSecurity http) {
			return authenticated(http, Rules.LOGIN).formLogin(Customizer.withDefaults()).build();
		}

		@Bean
		SecurityFilterChain loginToChange(HttpSecurity http) {
			return authenticated(readable(http, "/ehcache/**"), Rules.LOGIN_TO_CHANGE)
				.formLogin(Customizer.withDefaults())
				.build();
		}

		@Bean
		SecurityFilterChain basic(HttpSecurity http) {
			return authenticated(http, Rules.BASIC).httpBasic(Customizer.withDefaults()).build();
		}

		@Bean
		SecurityFilterChain basicToChange(HttpSecurity http) {
			return authenticated(readable(http, "/ehcache/caches/**"), Rules.BASIC_TO_CHANGE)
				.httpBasic(Customizer.withDefaults())
				.build();
		}

		@Bean
		SecurityFilterChain none() {
			return new DefaultSecurityFilterChain((request) -> rules == Rules.NONE);
		}

		private static HttpSecurity readable(HttpSecurity http, String paths) {
			return http
				.authorizeHttpRequests((requests) -> requests.requestMatchers(HttpMethod.GET, paths).permitAll());
		}

		private static HttpSecurity authenticated(HttpSecurity http, Rules own) {
			return http.securityMatcher((request) -> rules == own)
				.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated());
		}

	}

}
