package com.example.shop;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring MVC with an OAuth login.
 */
class WebOAuthTests {

	private static final String ENTRIES = "/ehcache/caches/prices/entries";

	@Test
	void letsSignedInUsersChange() throws Exception {
		Seen.has(List.of(Seen.SERVLETS, Seen.SECURITY, Seen.OAUTH), List.of(Seen.ACTUATOR, Seen.REACTIVE_WEB));
		try (AuthorizationServer there = new AuthorizationServer("carol");
				RunningShop shop = new RunningShop(there.settings())) {
			ConsolePage console = new ConsolePage(shop.browse("/ehcache/console").body());
			assertThat(console.user()).isEqualTo("carol");
			String price = shop.get("/prices/book").body();
			assertThat(shop.send("DELETE", ENTRIES).statusCode()).isEqualTo(403);
			assertThat(shop.get("/prices/book").body()).isEqualTo(price);
			assertThat(shop.send("DELETE", ENTRIES, console.csrf()).statusCode()).isEqualTo(204);
			assertThat(shop.get("/prices/book").body()).isNotEqualTo(price);
			assertThat(shop.get("/ehcache/caches/prices/operations").body()).contains("\"by\":\"carol\"");
		}
	}

	@Test
	void redirectsToTheLoginServerAndBack() throws Exception {
		try (AuthorizationServer there = new AuthorizationServer("carol");
				RunningShop shop = new RunningShop(there.settings(), "spring.profiles.active=open")) {
			ConsolePage console = new ConsolePage(shop.browse("/ehcache/console").body());
			assertThat(console.user()).isEmpty();
			assertThat(console.signIn()).isEqualTo("page");
			console = new ConsolePage(shop.browse("/ehcache/console/sign-in").body());
			assertThat(console.user()).isEqualTo("carol");
			assertThat(shop.send("DELETE", ENTRIES, console.csrf()).statusCode()).isEqualTo(204);
		}
	}

	@Configuration(proxyBeanMethods = false)
	@Profile("open")
	static class OpenToLook {

		@Bean
		SecurityFilterChain lookers(HttpSecurity http) {
			return http
				.authorizeHttpRequests((rules) -> rules.requestMatchers(HttpMethod.GET, "/ehcache/**")
					.permitAll()
					.anyRequest()
					.authenticated())
				.oauth2Login(Customizer.withDefaults())
				.build();
		}

	}

}
