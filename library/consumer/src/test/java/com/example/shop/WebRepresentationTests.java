package com.example.shop;

import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring MVC with cached representations.
 */
class WebRepresentationTests {

	@Test
	void sendsCachedRepresentations() throws Exception {
		Seen.has(List.of(Seen.SERVLETS),
				List.of(Seen.ACTUATOR, Seen.BROTLI, Seen.METERS, Seen.REACTIVE_WEB, Seen.SECURITY, Seen.TRANSACTIONS));
		try (RunningShop shop = new RunningShop()) {
			HttpResponse<String> first = shop.get("/offers");
			assertThat(first.body()).isEqualTo("[\"pen\",\"book\"]");
			String etag = first.headers().firstValue("ETag").orElseThrow();
			assertThat(shop.get("/offers").body()).isEqualTo(first.body());
			assertThat(shop.get("/offers", "If-None-Match", etag).statusCode()).isEqualTo(304);
			assertThat(shop.get("/offers", "Accept-Encoding", "br, gzip").headers().firstValue("Content-Encoding"))
				.as("without the library for Brotli")
				.hasValue("gzip");
			assertThat(Seen.statistics(shop.context(), "offers").hits()).isEqualTo(3);
		}
	}

}
