package com.example.shop;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Spring MVC without security.
 */
class WebTests {

	@Test
	void cachesWithoutSecurity() throws Exception {
		Seen.has(List.of(Seen.SERVLETS),
				List.of(Seen.ACTUATOR, Seen.METERS, Seen.REACTIVE_WEB, Seen.SECURITY, Seen.TRANSACTIONS));
		try (RunningShop shop = new RunningShop()) {
			HttpResponse<String> first = shop.get("/prices/book");
			assertThat(first.statusCode()).isEqualTo(200);
			assertThat(shop.get("/prices/book").body()).isEqualTo(first.body());
			assertThat(Seen.statistics(shop.context()).hits()).isOne();
			assertThat(shop.send("DELETE", "/ehcache/caches/prices/entries").statusCode()).isEqualTo(404);
			assertThat(getClass().getResource("/META-INF/resources/webjars")).as("Boot would serve them").isNull();
		}
	}

	@Test
	void allowsReadsOnly() throws Exception {
		try (RunningShop shop = new RunningShop("yoil.ehcache.web.enabled=true")) {
			HttpResponse<String> price = shop.get("/prices/book");
			assertThat(shop.get("/ehcache/caches/prices").body()).contains("\"key\":\"book\"", "\"misses\":1");
			assertThat(shop.get("/ehcache/console/").statusCode()).isEqualTo(200);
			assertThat(shop.get("/ehcache/console/chart.umd.js").statusCode()).isEqualTo(200);
			assertThat(shop.send("DELETE", "/ehcache/caches/prices/entries").statusCode()).isEqualTo(403);
			assertThat(shop.get("/prices/book").body()).isEqualTo(price.body());
		}
	}

	@Test
	void explainsWhatSeveralInstancesNeed(@TempDir Path directory) throws Exception {
		Path file = Files.writeString(directory.resolve("several.xml"), """
				<config xmlns="http://www.ehcache.org/v3" xmlns:y="urn:yoil:ehcache-policy">
				  <service><y:cluster/></service>
				</config>""");
		assertThatThrownBy(() -> new RunningShop("yoil.ehcache.config=" + file)).hasStackTraceContaining(file
				+ ":2: a cluster needs a DataSource for PostgreSQL, and there is none or more "
				+ "than one. Add spring-boot-starter-jdbc and org.postgresql:postgresql, mark one of several as @Primary, or "
				+ "remove <service>.");
	}

}
