package com.example.shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * Requests in virtual threads, on two carrier threads.
 */
class VirtualThreadsTests {

	private static final int CALLERS = 200;

	@Test
	void letsManyVirtualThreadsWaitForOneLoad() throws Exception {
		assumeThat(Runtime.version().feature()).as("JDK").isGreaterThanOrEqualTo(25);
		try (RunningShop shop = new RunningShop("spring.threads.virtual.enabled=true")) {
			SlowController slow = shop.context().getBean(SlowController.class);
			HttpClient client = HttpClient.newHttpClient();
			HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
					+ shop.context().getEnvironment().getProperty("local.server.port") + "/slow/pen"))
				.build();
			List<CompletableFuture<String>> answers = Stream
				.generate(() -> client.sendAsync(request, BodyHandlers.ofString()).thenApply(HttpResponse::body))
				.limit(CALLERS)
				.toList();
			await().until(() -> Seen.statistics(shop.context(), "stock").misses() == CALLERS);
			assertThat(shop.get("/prices/book").statusCode()).as("beside waiting callers").isEqualTo(200);
			slow.finish();
			assertThat(answers.stream().map(CompletableFuture::join).distinct().toList()).singleElement()
				.asString()
				.startsWith("1 VirtualThread[");
		}
	}

}
