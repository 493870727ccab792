package dev.yoil.representation.cached;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.yoil.ehcache.Background;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.CacheManager;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

/**
 * Readers who ask for what is being loaded. Of those who wait, none may reach the
 * controller, unless the load gives nothing; and then none may load or wait again.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(30)
class WaitsInFrontOfMvcTests extends GreetingServiceTests {

	private static final int WAITING = 5;

	private final AtomicInteger begun = new AtomicInteger();

	private CountDownLatch end = new CountDownLatch(0);

	private CacheStatistics before;

	@BeforeEach
	@Override
	void start() throws IOException {
		share();
		this.begun.set(0);
		this.end = new CountDownLatch(1);
		this.before = cache().statistics();
	}

	@AfterEach
	void endLoads() {
		this.end.countDown();
	}

	@AfterAll
	@Override
	void stop() {
		super.stop();
	}

	@Test
	void getWhatOneOfThemLoads() {
		List<CompletableFuture<HttpResponse<String>>> answers = ask("shared", () -> cache().evict("shared"), () -> {
		});
		int asked = asked().get();
		this.end.countDown();
		assertThat(answers).allSatisfy((answer) -> assertThat(answer.join().body()).isEqualTo("\"hello shared 2\""));
		assertThat(this.begun).as("loads").hasValue(1);
		assertThat(asked().get()).as("nobody after that").isEqualTo(asked).isEqualTo(2);
		assertThat(answers.subList(1, answers.size())).allSatisfy((answer) -> {
			assertThat(status(answer.join()))
				.isEqualTo("greetings; fwd=miss; stored; ttl=10; collapsed; key=\"shared\"");
			assertThat(ServerTimingHeaderTests.timing(answer.join())).matches("wait;dur=[0-9.]+");
		});
		assertThat(misses()).isEqualTo(1 + 1 + WAITING);
		assertThat(cache().statistics().sharedLoads() - this.before.sharedLoads()).isEqualTo(WAITING);
		assertThat(requests()).anyMatch((timer) -> timer.contains("status=200, uri=/greeting]"));
	}

	@Test
	void getWhatTheyWaitedForThoughItWasRemovedMeanwhileButNobodyElseDoes() throws Exception {
		List<CompletableFuture<HttpResponse<String>>> answers = ask("removed", () -> cache().evict("removed"), () -> {
		});
		cache().evict("removed");
		bean(CachedGreetings.class).beforeLoads(() -> {
		});
		assertThat(get("/greeting?name=removed").body()).isEqualTo("\"hello removed 2\"");
		assertThat(asked()).as("the one who came later too").hasValue(3);
		this.end.countDown();
		assertThat(answers).allSatisfy((answer) -> assertThat(answer.join().body()).isEqualTo("\"hello removed 3\""));
		assertThat(get("/greeting?name=removed").body()).isEqualTo("\"hello removed 2\"");
		assertThat(asked()).hasValue(3);
	}

	@Test
	void failWithTheLoadAndDoNotLoadAgain() {
		List<CompletableFuture<HttpResponse<String>>> answers = ask("failed", () -> cache().evict("failed"), () -> {
			throw new IllegalStateException("planted");
		});
		this.end.countDown();
		assertThat(answers).allSatisfy((answer) -> assertThat(answer.join().statusCode()).isEqualTo(500));
		assertThat(this.begun).as("loads").hasValue(1);
		assertThat(asked()).as("MVC explains the failure to each").hasValue(1 + 1 + WAITING);
		assertThat(misses()).isEqualTo(1 + 1 + WAITING);
		assertThat(cache().statistics().sharedLoads() - this.before.sharedLoads()).isEqualTo(WAITING);
		assertThat(answers.subList(1, answers.size())).allSatisfy(
				(answer) -> assertThat(ServerTimingHeaderTests.timing(answer.join())).matches("wait;dur=[0-9.]+"));
	}

	@Test
	void getTheValueFromBeforeIfTheLoadFails() {
		List<CompletableFuture<HttpResponse<String>>> answers = ask("stale",
				() -> clock().advance(Duration.ofSeconds(11)), () -> {
					throw new IllegalStateException("planted");
				});
		this.end.countDown();
		assertThat(answers).allSatisfy((answer) -> {
			assertThat(answer.join().body()).isEqualTo("\"hello stale 1\"");
			assertThat(status(answer.join())).isEqualTo("greetings; hit; ttl=-1; detail=stale-if-error; key=\"stale\"");
		});
		assertThat(this.begun).hasValue(1);
		assertThat(asked()).hasValue(2);
		assertThat(cache().statistics().staleServed() - this.before.staleServed()).isEqualTo(1 + WAITING);
	}

	@Test
	void leaveNothingToTheNextRequestOfTheirThread() {
		List<CompletableFuture<HttpResponse<String>>> others = ask("over", () -> cache().evict("over"), () -> {
			throw new IllegalStateException("planted");
		});
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/greeting");
		request.setQueryString("name=over");
		CompletableFuture<Object> next = Background.supply(() -> {
			assertThatCode(() -> new HitFilter(bean(Routes.class)).doFilter(request, new MockHttpServletResponse(),
					(refused, response) -> assertThat(this.end.getCount()).as("it has waited").isZero()))
				.doesNotThrowAnyException();
			return cache().get("over", () -> "next");
		});
		await().until(() -> cache().statistics().sharedLoads() - this.before.sharedLoads() == WAITING + 1);
		this.end.countDown();
		assertThat(next.join()).isEqualTo("next");
		others.forEach(CompletableFuture::join);
	}

	/**
	 * Has one load, and others wait for that.
	 * @param gone takes away what is cached
	 * @param source what the load does in the end
	 */
	private List<CompletableFuture<HttpResponse<String>>> ask(String name, Runnable gone, Runnable source) {
		assertThatCode(() -> get("/greeting?name=" + name)).as("to learn the route").doesNotThrowAnyException();
		gone.run();
		CountDownLatch finish = this.end;
		bean(CachedGreetings.class).beforeLoads(() -> {
			this.begun.incrementAndGet();
			assertThatCode(finish::await).doesNotThrowAnyException();
			source.run();
		});
		Supplier<HttpResponse<String>> reader = () -> {
			try {
				return get("/greeting?name=" + name);
			}
			catch (IOException | InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		};
		CompletableFuture<HttpResponse<String>> first = Background.supply(reader);
		await().until(() -> this.begun.get() == 1);
		List<CompletableFuture<HttpResponse<String>>> others = Stream.generate(() -> Background.supply(reader))
			.limit(WAITING)
			.toList();
		await().until(() -> cache().statistics().sharedLoads() - this.before.sharedLoads() == WAITING);
		return Stream.concat(Stream.of(first), others.stream()).toList();
	}

	private long misses() {
		return cache().statistics().misses() - this.before.misses();
	}

	private EhCacheCache cache() {
		return EhCacheCacheManager.undecorated(bean(CacheManager.class).getCache("greetings"));
	}

}
