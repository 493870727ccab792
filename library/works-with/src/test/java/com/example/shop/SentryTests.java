package com.example.shop;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.sentry.Hint;
import io.sentry.SentryOptions;
import io.sentry.protocol.SentryTransaction;
import org.junit.jupiter.api.Test;

import org.springframework.cache.CacheManager;
import org.springframework.stereotype.Component;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sentry's cache tracing, which wraps the cache manager.
 */
class SentryTests {

	private static final String[] TRACING = { "management.endpoints.web.exposure.include=yoilcaches",
			"sentry.dsn=http://key@127.0.0.1:9/1", "sentry.enable-cache-tracing=true", "sentry.traces-sample-rate=1",
			"sentry.shutdown-timeout-millis=0" };

	@Test
	void tracesHitsAndMisses() throws Exception {
		try (RunningShop shop = new RunningShop(TRACING)) {
			assertThat(shop.context().getBean(CacheManager.class).getClass().getName()).startsWith("io.sentry.");
			Traces traces = shop.context().getBean(Traces.class);
			String price = shop.get("/prices/book").body();
			assertThat(traces.next()).containsExactly("cache.get hit=false", "cache.put hit=null");
			assertThat(shop.get("/prices/book").body()).isEqualTo(price);
			assertThat(traces.next()).containsExactly("cache.get hit=true");
			shop.context().getBean(Prices.class).change("book");
			assertThat(shop.get("/prices/book").body()).isNotEqualTo(price);
			assertThat(shop.get("/actuator/yoilcaches/prices").body()).contains("\"key\":\"book\"", "\"loads\":2");
		}
	}

	@Test
	void cachesWithSyncThroughTheWrapper() {
		try (RunningShop shop = new RunningShop(TRACING)) {
			Prices prices = shop.context().getBean(Prices.class);
			int pens = prices.inStock("pen");
			assertThat(prices.inStock("pen")).isEqualTo(pens);
			prices.deliver("pen");
			assertThat(prices.inStock("pen")).isGreaterThan(pens);
		}
	}

	@Test
	void cachesFuturesThroughTheWrapper() throws Exception {
		try (RunningShop shop = new RunningShop(TRACING)) {
			AsyncPrices prices = shop.context().getBean(AsyncPrices.class);
			int first = prices.of("pen").get();
			assertThat(prices.of("pen").get()).isEqualTo(first);
			prices.change("pen");
			assertThat(prices.of("pen").get()).isGreaterThan(first);
			int pens = prices.inStock("pen").get();
			assertThat(prices.inStock("pen").get()).isEqualTo(pens);
			prices.deliver("pen");
			assertThat(prices.inStock("pen").get()).isGreaterThan(pens);
		}
	}

	/**
	 * Traces that would be sent.
	 */
	@Component
	static class Traces implements SentryOptions.BeforeSendTransactionCallback {

		private final BlockingQueue<SentryTransaction> traces = new LinkedBlockingQueue<>();

		@Override
		public SentryTransaction execute(SentryTransaction transaction, Hint hint) {
			this.traces.add(transaction);
			return null;
		}

		/**
		 * {@return the cache operations of the next request}
		 */
		List<String> next() throws InterruptedException {
			SentryTransaction trace = this.traces.poll(10, TimeUnit.SECONDS);
			assertThat(trace).isNotNull();
			return trace.getSpans()
				.stream()
				.filter((span) -> span.getOp().startsWith("cache."))
				.map((span) -> span.getOp() + " hit="
						+ ((span.getData() != null) ? span.getData().get("cache.hit") : null))
				.toList();
		}

	}

}
