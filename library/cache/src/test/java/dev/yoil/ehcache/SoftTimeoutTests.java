package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.support.Background;
import dev.yoil.support.BlockedLoad;
import dev.yoil.support.FakeClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache.ValueRetrievalException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@Timeout(30)
class SoftTimeoutTests {

	private static final String SHORT = "ttl='10s' stale-if-error='10m' soft-timeout='1ms'";

	private static final String LONG = "ttl='10s' stale-if-error='10m' soft-timeout='1h'";

	private final CountDownLatch end = new CountDownLatch(1);

	private final AtomicInteger loads = new AtomicInteger();

	private final FakeClock clock = new FakeClock();

	private TestCaches caches;

	@AfterEach
	void close() {
		this.end.countDown();
		if (this.caches != null) {
			this.caches.close();
		}
	}

	@Test
	void servesTheStaleValueWhileALoadGoesOn() {
		EhCacheCache cache = expired(SHORT, Background::run);
		assertThat(cache.get("key", this::slow)).isEqualTo("old");
		assertThat(CacheLookup.get().result()).isEqualTo(Result.STALE);
		assertThat(cache.get("key", this::slow)).as("another caller").isEqualTo("old");
		assertThat(cache.statistics().staleServed()).isEqualTo(2);
		this.end.countDown();
		await().until(() -> "new".equals(cache.get("key", this::slow)));
		assertThat(this.loads).as("one load for all").hasValue(1);

	}

	@Test
	void waitsForALoadThatIsFastEnough() {
		EhCacheCache cache = expired(LONG, Background::run);
		this.end.countDown();
		assertThat(cache.get("key", this::slow)).isEqualTo("new");
		assertThat(this.loads).hasValue(1);
	}

	@Test
	void waitsAsLongAsItTakesWithoutAStaleValue() {
		open(SHORT, Background::run);
		BlockedLoad load = new BlockedLoad(this.caches.cache(), "key", "value");
		assertThat(load.end()).isEqualTo("value");
	}

	@Test
	void passesAFailureOnIfTheStaleValueMayNotBeServed() {
		EhCacheCache cache = expired(LONG, Background::run);
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> cache.get("key", () -> {
			throw new StackOverflowError();
		})).withCauseInstanceOf(StackOverflowError.class);
	}

	@Test
	void limitsTheWaitOfFutures() {
		EhCacheCache cache = expired(SHORT, Background::run);
		CompletableFuture<String> value = new CompletableFuture<>();
		assertThat(cache.retrieve("key", () -> value).join()).isEqualTo("old");
		value.complete("new");
		assertThat(cache.get("key", String.class)).isEqualTo("new");
	}

	private String slow() throws InterruptedException {
		this.loads.incrementAndGet();
		this.end.await();
		return "new";
	}

	private EhCacheCache expired(String policy, Executor refreshes) {
		open(policy, refreshes);
		EhCacheCache cache = this.caches.cache();
		cache.put("key", "old");
		this.caches.clock().advance(Duration.ofSeconds(10));
		return cache;
	}

	private void open(String policy, Executor refreshes) {
		this.caches = TestCaches.of(10, policy, refreshes);
	}

	@Test
	void doesNotLoadAValueThatAnotherHasJustLoaded() {
		for (String policy : List.of("ttl='10s' stale-if-error='10m'", LONG)) {
			try (TestCaches caches = TestCaches.of(10, policy, Background::run)) {
				AtomicInteger loads = new AtomicInteger();
				caches.cache().put("key", "loaded by another between lookup and load");
				caches.cache().load("key", () -> "load " + loads.incrementAndGet());
				assertThat(loads).as(policy).hasValue(0);
			}
		}
	}

	@Test
	void isNotDelayedByRefreshesThatHang() {
		for (String policy : List.of("ttl='10s' stale-if-error='10m'", LONG)) {
			EhCacheCacheManager manager = manager(policy + " refresh-after='5s'", this.clock);
			manager.afterPropertiesSet();
			EhCacheCache cache = manager.caches().get(0);
			CountDownLatch end = new CountDownLatch(1);
			List.of("hangs 1", "hangs 2", "fast").forEach((key) -> cache.put(key, "old"));
			this.clock.advance(Duration.ofSeconds(6));
			List.of("hangs 1", "hangs 2").forEach((key) -> cache.get(key, () -> {
				end.await();
				return "new";
			}));
			this.clock.advance(Duration.ofSeconds(10));
			String value = cache.get("fast", () -> "new");
			end.countDown();
			assertThat(value).as(policy).isEqualTo("new");
		}
	}

	@Test
	void loadsInTheCallersThreadIfAllThreadsOfTheCacheAreBusy() {
		EhCacheCache cache = hanging(100);
		assertThat(cache.get("healthy", () -> Thread.currentThread().getName())).as("the thread that loads")
			.isEqualTo(Thread.currentThread().getName());
		assertThat(cache.statistics().staleServed()).as("for the keys that hang").isEqualTo(100);
		CompletableFuture<String> inThread = Background.supply(() -> cache.get("another", this::slow));
		await().until(() -> this.loads.get() == 101);
		assertThat(cache.get("another", this::slow)).as("while its load runs in the thread of another caller")
			.isEqualTo("old");
		this.end.countDown();
		assertThat(inThread).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("new");
		await().until(() -> "new".equals(cache.get(0, this::slow)));
	}

	@Test
	void isNotDelayedByLoadsOfOtherCachesThatHang() {
		hanging(101);
		EhCacheCache other = this.caches.manager().caches().get(1);
		String caller = Thread.currentThread().getName();
		other.put("healthy", "old");
		this.caches.clock().advance(Duration.ofSeconds(10));
		assertThat(other.get("healthy", () -> Thread.currentThread().getName())).as("the thread that loads")
			.isNotEqualTo(caller)
			.startsWith("yoil-cache-load-");
		try (TestCaches manager = TestCaches.of(10, LONG)) {
			manager.cache().put("healthy", "old");
			manager.clock().advance(Duration.ofSeconds(10));
			assertThat(manager.cache().get("healthy", () -> Thread.currentThread().getName()))
				.as("the thread of another manager")
				.isNotEqualTo(caller);
		}
	}

	@Test
	void endsItsThreadsWithTheManager() {
		Set<Thread> before = loading();
		hanging(3);
		Set<Thread> threads = loading();
		threads.removeAll(before);
		assertThat(threads).hasSize(3);
		this.caches.close();
		await().until(() -> threads.stream().noneMatch(Thread::isAlive));
		assertThat(this.end.getCount()).as("interrupted").isEqualTo(1);
	}

	@Test
	void completesFuturesThatWaitBehindCodeThatWaits() {
		// So long that all callers wait before the first one gives up.
		open("ttl='10s' load-timeout='1s'", Background::run);
		EhCacheCache cache = this.caches.cache();
		BlockedLoad load = new BlockedLoad(cache, "key", "value");
		CountDownLatch waiting = new CountDownLatch(100);
		List<CompletableFuture<String>> late = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			late.add(cache.retrieve("key", () -> CompletableFuture.completedFuture("unused"))
				.exceptionally((failure) -> {
					waiting.countDown();
					return pass(this.end);
				}));
		}
		assertThat(pass(waiting)).as("none of them in the thread of all timeouts").isEqualTo("ended");
		CompletableFuture<String> next = cache.retrieve("key", () -> CompletableFuture.completedFuture("unused"));
		this.end.countDown();
		late.forEach((answer) -> assertThat(answer).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("ended"));
		assertThat(next).failsWithin(Duration.ofSeconds(10))
			.withThrowableThat()
			.withCauseInstanceOf(LoadTimeoutException.class);
		assertThat(load.end()).isEqualTo("value");
	}

	private static String pass(CountDownLatch latch) {
		try {
			return latch.await(10, TimeUnit.SECONDS) ? "ended" : "late";
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Set<Thread> loading() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("yoil-cache-load-"))
			.collect(Collectors.toSet());
	}

	/**
	 * {@return a cache with expired values, and hanging loads of some of them}
	 */
	private EhCacheCache hanging(int loads) {
		String cache = "<heap>1000</heap><y:policy " + SHORT + "/></cache>";
		this.caches = TestCaches
			.of("<cache alias='hanging'>" + cache + "<cache alias='other'>" + cache.replace("1ms", "1h"));
		EhCacheCache hanging = this.caches.cache();
		List.of("healthy", "another").forEach((key) -> hanging.put(key, "old"));
		IntStream.range(0, loads).forEach((key) -> hanging.put(key, "old"));
		this.caches.clock().advance(Duration.ofSeconds(10));
		IntStream.range(0, Math.min(loads, 100)).forEach((key) -> hanging.get(key, this::slow));
		await().until(() -> this.loads.get() == Math.min(loads, 100));
		return hanging;
	}

	private static EhCacheCacheManager manager(String policy, FakeClock clock) {
		return new EhCacheCacheManager(xml(policy), clock);
	}

	private static EhcacheXml xml(String policy) {
		return TestCaches
			.read(TestCaches.HEAD + "<cache alias='cache'><heap>10</heap><y:policy " + policy + "/></cache></config>");
	}

}
