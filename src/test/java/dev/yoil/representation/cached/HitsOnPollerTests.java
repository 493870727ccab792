package dev.yoil.representation.cached;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Which requests are answered on the poller's thread.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HitsOnPollerTests extends GreetingServiceTests {

	@BeforeEach
	@Override
	void start() throws IOException {
		share(Watching.class);
		threads().clear();
		bean(Watching.class).afterEviction = () -> {
		};
	}

	@AfterAll
	@Override
	void stop() {
		super.stop();
	}

	@Test
	void areHits() throws Exception {
		get("/greeting?name=hit");
		reconnect();
		get("/greeting?name=hit");
		get("/greeting?name=missed");
		assertThat(threads()).satisfiesExactly((miss) -> assertThat(miss).contains("-exec-"),
				(hit) -> assertThat(hit).endsWith("-Poller"), (miss) -> assertThat(miss).contains("-exec-"));
	}

	@Test
	void areNoneThatLeaveMeanwhile() throws Exception {
		get("/greeting?name=gone");
		threads().clear();
		bean(CachedGreetings.class).beforeLoads(() -> threads().add(Thread.currentThread().getName()));
		reconnect();
		assertThat(get("/greeting?name=gone", "X-Evicted", "gone").body()).isEqualTo("\"hello gone 2\"");
		assertThat(threads()).satisfiesExactly((begun) -> assertThat(begun).endsWith("-Poller"),
				(loaded) -> assertThat(loaded).contains("-exec-"));
	}

	@Test
	void areNoneThatOthersLoadMeanwhile() throws Exception {
		get("/greeting?name=loaded");
		get("/greeting?name=other");
		CountDownLatch asked = new CountDownLatch(1);
		CountDownLatch answered = new CountDownLatch(1);
		bean(CachedGreetings.class).beforeLoads(() -> {
			asked.countDown();
			assertThatCode(answered::await).doesNotThrowAnyException();
		});
		bean(Watching.class).afterEviction = () -> {
			new Thread(() -> bean(CachedGreetings.class).of("loaded")).start();
			assertThatCode(asked::await).doesNotThrowAnyException();
		};
		reconnect();
		CompletableFuture<String> waiting = CompletableFuture
			.supplyAsync(() -> body("/greeting?name=loaded", "X-Evicted", "loaded"));
		asked.await();
		threads().clear();
		assertThat(body("/greeting?name=other")).as("meanwhile").isEqualTo("\"hello other 2\"");
		assertThat(threads()).singleElement().asString().endsWith("-Poller");
		answered.countDown();
		assertThat(waiting.join()).isEqualTo("\"hello loaded 3\"");
	}

	private String body(String path, String... headers) {
		try {
			return get(path, headers).body();
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Authorization", "If-Match", "Origin" })
	void areNoneThatMayHaveToWait(String header) throws Exception {
		get("/greeting?name=not-plain");
		reconnect();
		get("/greeting?name=not-plain", header, "\"a\"");
		assertThat(threads()).hasSize(2).allSatisfy((thread) -> assertThat(thread).contains("-exec-"));
	}

	private List<String> threads() {
		return bean(Watching.class).threads;
	}

	@Configuration(proxyBeanMethods = false)
	static class Watching {

		private final List<String> threads = new CopyOnWriteArrayList<>();

		private volatile Runnable afterEviction = () -> {
		};

		@Bean
		Filter watching(CacheManager caches) {
			return (request, response, chain) -> {
				this.threads.add(Thread.currentThread().getName());
				String evicted = ((HttpServletRequest) request).getHeader("X-Evicted");
				if (evicted != null) {
					caches.getCache("greetings").evict(evicted);
					this.afterEviction.run();
				}
				chain.doFilter(request, response);
			};
		}

	}

}
