package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.support.Background;
import dev.yoil.support.BlockedLoad;
import dev.yoil.support.FakeTransactions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@Timeout(30)
class LoadsOfManyKeysTests {

	private static final Duration SOON = Duration.ofSeconds(20);

	private final Queue<Runnable> refreshes = new ArrayDeque<>();

	private final TestCaches caches = TestCaches.of(10_000,
			"ttl='200s' refresh-after='150s' stale-if-error='10m' null-ttl='10s'", this.refreshes::add);

	private final EhCacheCache cache = this.caches.cache();

	/** The keys of each call of the loader. */
	private final List<Set<String>> calls = new CopyOnWriteArrayList<>();

	private final CountDownLatch loading = new CountDownLatch(1);

	private final CountDownLatch finish = new CountDownLatch(1);

	@AfterEach
	void close() {
		this.finish.countDown();
		this.caches.close();
	}

	@Test
	void loadTheMissingKeysWithOneCall() {
		this.cache.put("b", "present");
		Map<String, String> values = getAll("new", "c", "b", "a", "c");
		assertThat(values).containsExactly(Map.entry("c", "new c"), Map.entry("b", "present"), Map.entry("a", "new a"));
		assertThat(this.calls).containsExactly(Set.of("a", "c"));
		assertThat(getAll("newer", "a", "b", "c")).isEqualTo(values);
		assertThat(this.calls).hasSize(1);
		assertThat(this.cache.statistics().hits()).isEqualTo(4);
		assertThat(this.cache.statistics().misses()).isEqualTo(2);
		assertThat(this.cache.statistics().loads()).isEqualTo(2);
	}

	@Test
	void canBeMoreThanTheStackIsDeep() {
		List<Integer> keys = IntStream.range(0, 9_000).boxed().toList();
		assertThat(BulkOperations.of(this.cache).getAll(keys, (missing) -> {
			Map<Integer, Integer> values = new LinkedHashMap<>();
			missing.forEach((key) -> values.put(key, -key));
			return values;
		})).hasSize(9_000).containsEntry(8_999, -8_999);
	}

	@Test
	void storeTheAbsenceOfKeysThatTheLoaderLeavesOut() {
		assertThat(this.<String>getAllOf(List.of("a", "b"), Map.of("a", "value", "other", "ignored")))
			.isEqualTo(Map.of("a", "value"));
		assertThat(this.cache.get("b").get()).isNull();
		assertThat(this.cache.get("other")).isNull();
		this.caches.clock().advance(Duration.ofSeconds(10));
		assertThat(this.cache.get("b")).as("after null-ttl").isNull();
	}

	@Test
	void doNotLoadWhatOthersAreLoading() {
		BlockedLoad other = new BlockedLoad(this.cache, "b", "of another");
		CompletableFuture<Map<String, String>> all = Background.supply(() -> getAll("new", "a", "b"));
		await().until(() -> this.cache.peek("a") != null);
		assertThat(all).isNotDone();
		other.release();
		assertThat(all).succeedsWithin(SOON).isEqualTo(Map.of("a", "new a", "b", "of another"));
		assertThat(this.calls).containsExactly(Set.of("a"));
	}

	@Test
	void areSharedWithOtherCallers() {
		CompletableFuture<Map<String, String>> all = Background.supply(() -> slow("new", "a", "b"));
		await().until(() -> this.loading.getCount() == 0);
		CompletableFuture<String> one = Background.supply(() -> this.cache.get("a", () -> "again"));
		CompletableFuture<Map<String, String>> overlapping = Background.supply(() -> getAll("own", "b", "c"));
		await().until(() -> this.cache.statistics().sharedLoads() == 2);
		this.finish.countDown();
		assertThat(all).succeedsWithin(SOON).isEqualTo(Map.of("a", "new a", "b", "new b"));
		assertThat(one).succeedsWithin(SOON).isEqualTo("new a");
		assertThat(overlapping).succeedsWithin(SOON).isEqualTo(Map.of("b", "new b", "c", "own c"));
	}

	/** Each call loads a key for which the other waits. */
	@Test
	void doNotDeadlock() {
		CompletableFuture<Map<String, String>> first = Background.supply(() -> slow("first", "a", "b"));
		await().until(() -> this.loading.getCount() == 0);
		CompletableFuture<Map<String, String>> second = Background.supply(() -> getAll("second", "c", "b", "a"));
		await().until(() -> this.calls.size() == 2);
		CompletableFuture<Map<String, String>> third = Background.supply(() -> getAll("third", "b", "c", "d"));
		await().until(() -> this.calls.size() == 3);
		this.finish.countDown();
		assertThat(first).succeedsWithin(SOON);
		assertThat(second).succeedsWithin(SOON).isEqualTo(Map.of("c", "second c", "b", "first b", "a", "first a"));
		assertThat(third).succeedsWithin(SOON).isEqualTo(Map.of("b", "first b", "c", "second c", "d", "third d"));
	}

	@Test
	void areVoidedByWritesKeyByKey() {
		CompletableFuture<Map<String, String>> all = Background.supply(() -> slow("old", "a", "b", "c"));
		await().until(() -> this.loading.getCount() == 0);
		this.cache.evict("a");
		BulkOperations.of(this.cache).evictIf("b"::equals);
		assertThat(getAll("new", "a", "b")).as("later callers").isEqualTo(Map.of("a", "new a", "b", "new b"));
		this.finish.countDown();
		assertThat(all).succeedsWithin(SOON).isEqualTo(Map.of("a", "old a", "b", "old b", "c", "old c"));
		assertThat(getAll("newer", "a", "b", "c")).isEqualTo(Map.of("a", "new a", "b", "new b", "c", "old c"));
	}

	@Test
	void shareTheirExceptionAndServeStaleValues() {
		this.cache.put("a", "old");
		this.caches.clock().advance(Duration.ofSeconds(200));
		RuntimeException failure = new IllegalStateException("no database");
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> failing(failure, "a", "b"))
			.withCause(failure);
		assertThat(failing(failure, "a")).isEqualTo(Map.of("a", "old"));
		assertThat(CacheLookup.get().result()).isEqualTo(Result.STALE);
		assertThat(this.cache.statistics().failedLoads()).isEqualTo(2);
		assertThat(getAll("new", "b")).as("after the failure").isEqualTo(Map.of("b", "new b"));
		getAll("new", "a", "b");
		assertThat(CacheLookup.get().key()).as("the stale one").isEqualTo("a");
	}

	@Test
	void failForWaitingCallersToo() {
		CompletableFuture<Map<String, String>> all = Background
			.supply(() -> BulkOperations.of(this.cache).getAll(List.of("a"), (missing) -> {
				this.loading.countDown();
				join(this.finish);
				throw new IllegalStateException("no database");
			}));
		await().until(() -> this.loading.getCount() == 0);
		CompletableFuture<Map<String, String>> waiting = Background.supply(() -> getAll("own", "a", "b"));
		await().until(() -> this.cache.statistics().sharedLoads() == 1);
		this.finish.countDown();
		assertThat(waiting).failsWithin(SOON).withThrowableThat().havingRootCause().withMessage("no database");
		assertThat(all).failsWithin(SOON);
		assertThat(this.cache.peek("b")).as("loaded by its own call").isNotNull();
	}

	@Test
	void refuseToWaitForThemselves() {
		assertThatExceptionOfType(ValueRetrievalException.class)
			.isThrownBy(() -> BulkOperations.of(this.cache)
				.getAll(List.of("a", "b"), (missing) -> Map.of("a", this.cache.get("b", () -> "never"))))
			.withRootCauseInstanceOf(IllegalStateException.class);
		assertThat(getAll("new", "a", "b")).hasSize(2);
	}

	/** The first calculation of the hash code fails, then the second, and so on. */
	@Test
	void endIfTheHashCodeOfAKeyFails() {
		boolean failed = true;
		for (int calculations = 0; failed; calculations++) {
			FailingKey first = new FailingKey();
			FailingKey second = new FailingKey();
			first.left = calculations;
			try {
				BulkOperations.of(this.cache).getAll(List.of(second, first, "a" + calculations), (missing) -> Map.of());
				failed = false;
			}
			catch (IllegalStateException | ValueRetrievalException ex) {
				assertThat(ex).hasStackTraceContaining("planted");
			}
			first.left = Integer.MAX_VALUE;
			for (Object key : List.of(first, second, "a" + calculations)) {
				assertThat(Background.supply(() -> this.cache.get(key, () -> "value"))).as("after %d", calculations)
					.succeedsWithin(SOON);
			}
			assertThat(calculations).isLessThan(1_000);
		}
	}

	@Test
	void refreshDueKeysOneByOne() {
		getAll("old", "a", "b");
		this.caches.clock().advance(Duration.ofSeconds(150));
		this.calls.clear();
		assertThat(getAll("new", "a", "b")).isEqualTo(Map.of("a", "old a", "b", "old b"));
		this.refreshes.forEach(Runnable::run);
		assertThat(this.calls).containsExactly(Set.of("a"), Set.of("b"));
		assertThat(getAll("newer", "a", "b")).isEqualTo(Map.of("a", "new a", "b", "new b"));
	}

	@Test
	void storeNothingDuringABypass() {
		this.cache.writes().bypass("op");
		assertThat(getAll("new", "a", "b")).hasSize(2);
		assertThat(getAll("newer", "a", "b")).containsEntry("a", "newer a");
		assertThat(this.calls).hasSize(2);
		this.cache.writes().endBypass();
		assertThat(this.cache.get("a")).isNull();
	}

	@Test
	void areTakenOverIfInterrupted() throws Exception {
		CompletableFuture<Thread> loader = new CompletableFuture<>();
		CompletableFuture<Map<String, String>> interrupted = Background.supply(() -> {
			loader.complete(Thread.currentThread());
			return slow("never", "a", "b");
		});
		await().until(() -> this.loading.getCount() == 0);
		CompletableFuture<Map<String, String>> waiting = Background.supply(() -> getAll("own", "b", "a"));
		await().until(() -> this.cache.statistics().sharedLoads() == 1);
		loader.get().interrupt();
		assertThat(waiting).succeedsWithin(SOON).isEqualTo(Map.of("a", "own a", "b", "own b"));
		assertThat(interrupted).failsWithin(SOON);
	}

	@Test
	void belongToTheTransaction() {
		try (TestCaches transactional = TestCaches.transactional(100, "ttl='200s'")) {
			org.springframework.cache.Cache used = transactional.manager().getCache("cache");
			used.put("evicted", "before");
			used.put("present", "before");
			new TransactionTemplate(new FakeTransactions()).executeWithoutResult((status) -> {
				used.evict("evicted");
				used.put("own", "put");
				assertThat(getAll(used, "new", "evicted", "present", "own", "a", "b")).containsExactly(
						Map.entry("evicted", "new evicted"), Map.entry("present", "before"), Map.entry("own", "put"),
						Map.entry("a", "new a"), Map.entry("b", "new b"));
				assertThat(this.calls).containsExactly(Set.of("evicted", "a", "b"));
				assertThat(getAll(used, "newer", "a")).as("read again").isEqualTo(Map.of("a", "new a"));
				assertThat(transactional.cache().peek("a")).as("by others").isNull();
				transactional.cache().evict("b");
				BulkOperations.of(used).getAll(List.of("c"), (missing) -> {
					transactional.cache().evict("c");
					return Map.of("c", "old");
				});
			});
			assertThat(used.get("a", String.class)).isEqualTo("new a");
			assertThat(used.get("b")).as("written by another during the transaction").isNull();
			assertThat(used.get("c")).as("written by another during the load").isNull();
			assertThat(used.get("evicted")).isNull();
		}
	}

	private Map<String, String> getAll(String value, String... keys) {
		return getAll(this.cache, value, keys);
	}

	private Map<String, String> getAll(org.springframework.cache.Cache used, String value, String... keys) {
		return BulkOperations.of(used).getAll(List.of(keys), (missing) -> load(value, missing));
	}

	private <V> Map<String, V> getAllOf(Collection<String> keys, Map<String, V> values) {
		return BulkOperations.of(this.cache).getAll(keys, (missing) -> values);
	}

	private Map<String, String> failing(RuntimeException failure, String... keys) {
		return BulkOperations.of(this.cache).getAll(List.of(keys), (missing) -> {
			throw failure;
		});
	}

	private Map<String, String> slow(String value, String... keys) {
		return BulkOperations.of(this.cache).getAll(List.of(keys), (missing) -> {
			Map<String, String> loaded = load(value, missing);
			this.loading.countDown();
			join(this.finish);
			return loaded;
		});
	}

	private Map<String, String> load(String value, Set<String> missing) {
		this.calls.add(Set.copyOf(missing));
		Map<String, String> loaded = new LinkedHashMap<>();
		missing.forEach((key) -> loaded.put(key, value + " " + key));
		return loaded;
	}

	private static void join(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted", ex);
		}
	}

	/** A key whose hash code can be calculated a number of times. */
	private static final class FailingKey {

		private int left = Integer.MAX_VALUE;

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			if (this.left == 0) {
				throw new IllegalStateException("planted");
			}
			this.left--;
			return 1;
		}

	}

}
