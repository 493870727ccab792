package com.example.shop;

import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Configuration;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * The form login and the method security of Spring Security.
 */
class SecurityTests {

	private static final String[] USER = { "spring.security.user.name=anna", "spring.security.user.password=secret",
			"yoil.ehcache.web.enabled=true" };

	private static final String ENTRIES = "/ehcache/caches/prices/entries";

	private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

	@AfterEach
	void signOut() {
		SecurityContextHolder.clearContext();
	}

	@Test
	void letsUsersOfTheFormUseTheConsole() throws Exception {
		try (RunningShop shop = new RunningShop(USER)) {
			Matcher form = CSRF.matcher(shop.browse("/ehcache/console").body());
			assertThat(form.find()).as("redirected to the form").isTrue();
			HttpResponse<String> signedIn = shop.send("POST",
					"/login?username=anna&password=secret&_csrf=" + form.group(1));
			assertThat(signedIn.headers().firstValue("Location").orElseThrow()).contains("/ehcache/console");
			ConsolePage console = new ConsolePage(shop.browse("/ehcache/console").body());
			assertThat(console.user()).isEqualTo("anna");
			String price = shop.get("/prices/book").body();
			assertThat(shop.get("/prices/book").body()).isEqualTo(price);
			assertThat(shop.send("DELETE", ENTRIES).statusCode()).isEqualTo(403);
			assertThat(shop.get("/prices/book").body()).isEqualTo(price);
			assertThat(shop.send("DELETE", ENTRIES, console.csrf()).statusCode()).isEqualTo(204);
			assertThat(shop.get("/prices/book").body()).isNotEqualTo(price);
		}
	}

	@Test
	void checksMethodSecurityBeforeHits() {
		try (RunningShop shop = new RunningShop(USER)) {
			Discounts discounts = shop.context().getBean(Discounts.class);
			signIn("ROLE_STAFF");
			int discount = discounts.of("pen");
			assertThat(discounts.of("pen")).isEqualTo(discount);
			assertThat(Seen.statistics(shop.context()).hits()).isOne();
			signIn("ROLE_GUEST");
			assertThatThrownBy(() -> discounts.of("pen")).isInstanceOf(AccessDeniedException.class);
			assertThat(Seen.statistics(shop.context()).hits()).isOne();
		}
	}

	private static void signIn(String role) {
		SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("bob", "any", role));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableMethodSecurity
	static class MethodSecurity {

	}

}
