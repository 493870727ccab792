package com.example.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.admin.AdminServer;
import org.junit.jupiter.api.Test;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Spring Boot Admin, whose server reads and empties the caches of its clients.
 */
class AdminTests {

	private static final Pattern INSTANCE = Pattern.compile("\"id\":\"([0-9a-f]+)\"");

	private final HttpClient client = HttpClient.newHttpClient();

	@Test
	void showsCachesOfClientsAndEmptiesThem() throws Exception {
		try (ConfigurableApplicationContext server = SpringApplication.run(AdminServer.class, "--server.port=0",
				"--server.address=127.0.0.1", "--spring.boot.admin.client.enabled=false")) {
			String url = "http://127.0.0.1:" + server.getEnvironment().getProperty("local.server.port");
			try (RunningShop shop = new RunningShop("spring.boot.admin.client.url=" + url,
					"spring.boot.admin.client.auto-deregistration=false",
					"management.endpoints.web.exposure.include=*")) {
				String actuator = url + "/instances/" + instance(url) + "/actuator";
				String price = shop.get("/prices/book").body();
				assertThat(shop.get("/prices/book").body()).isEqualTo(price);
				assertThat(get(actuator + "/caches").body()).contains("\"prices\"", "\"stock\"");
				assertThat(get(actuator + "/metrics/cache.gets?tag=cache:prices&tag=result:hit").body())
					.contains("\"value\":1.0");
				assertThat(get(actuator + "/metrics/cache.size?tag=cache:prices").body()).contains("\"value\":1.0");
				assertThat(get(actuator + "/yoilcaches/prices").body()).contains("\"key\":\"book\"");
				HttpRequest clear = HttpRequest.newBuilder(URI.create(actuator + "/caches/prices")).DELETE().build();
				assertThat(this.client.send(clear, BodyHandlers.ofString()).statusCode()).isEqualTo(204);
				assertThat(shop.get("/prices/book").body()).isNotEqualTo(price);
			}
		}
	}

	/**
	 * {@return the id of the only client, after the server has found its endpoints}
	 */
	private String instance(String url) {
		String found = await().until(() -> get(url + "/instances").body(), (body) -> body.contains("yoilcaches"));
		Matcher id = INSTANCE.matcher(found);
		assertThat(id.find()).as(found).isTrue();
		return id.group(1);
	}

	private HttpResponse<String> get(String url) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(URI.create(url)).header("Accept", "application/json").build();
		return this.client.send(request, BodyHandlers.ofString());
	}

}
