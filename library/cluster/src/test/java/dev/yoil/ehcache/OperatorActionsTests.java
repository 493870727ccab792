package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.purge.Purges;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removals by operators, the loads that they void, and the recorded operator.
 */
@Timeout(60)
class OperatorActionsTests {

	private static final int KEYS = 500;

	private final Regions regions = Regions.alone();

	private final TestCaches caches = TestCaches.transactional(200_000, "ttl='200s'", this.regions);

	private final EhCacheCache cache = this.caches.cache();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	@AfterEach
	void close() {
		this.threads.shutdownNow();
		this.caches.close();
	}

	@Test
	void removesTheEntryByIdAfterItsValueWasReplaced() {
		this.cache.put("key", 1);
		long id = this.cache.index().find("key").sequence();
		this.cache.put("key", 2);
		assertThat(this.cache.writes().remove(id, "admin")).isEqualTo(new CacheOperations.Removed(List.of("key"), 1));
		assertThat(TestCaches.removals(this.cache).get(0))
			.isEqualTo(new Removal("key", RemovalCause.REMOVED, this.caches.clock().millis(), 0, 0, 2, "admin", null));
		this.cache.put("key", 3);
		assertThat(this.cache.writes().remove(id, "admin").keys()).isEmpty();
		assertThat(this.cache.writes().remove(0, "admin").keys()).isEmpty();
		assertThat(this.cache.writes().remove(999_999_999_999_999_999L, "admin").keys()).isEmpty();
		assertThat(this.cache.get("key").get()).isEqualTo(3);
	}

	@Test
	void purgesWhatItRemovesFromTheEdge() {
		List<Set<String>> purged = new ArrayList<>();
		Purges.of(this.regions).add(purged::add);
		CacheOperations operations = this.cache.writes();
		this.cache.get("key", () -> 1);
		assertThat(purged).isEmpty();
		operations.remove("key"::equals, "admin");
		assertThat(purged).containsExactly(this.cache.unwrap(CacheValidity.class).regions("key"));
		operations.clear("admin");
		operations.bypass("admin");
		assertThat(purged).element(1).isEqualTo(Set.of("cache#"));
		assertThat(purged).element(2).isEqualTo(Set.of("cache#"));
		assertThat(purged).hasSize(3);
	}

	@Test
	void recordsNoOperatorForAnExpiredEntry() {
		this.cache.put("key", 1);
		this.caches.clock().advance(Duration.ofMinutes(5));
		assertThat(this.cache.writes().remove("key"::equals, "admin"))
			.isEqualTo(new CacheOperations.Removed(List.of("key"), 0));
		assertThat(TestCaches.removals(this.cache)).singleElement().satisfies((removal) -> {
			assertThat(removal.cause()).isEqualTo(RemovalCause.EXPIRED_TTL);
			assertThat(removal.by()).isNull();
		});
		this.cache.put("key", 2);
		this.cache.evict("key");
		assertThat(TestCaches.removals(this.cache).get(0).by()).isNull();
	}

	@Test
	void voidsTheLoadsOfMatchingKeysThatAreNotStored() throws Exception {
		CountDownLatch evicted = new CountDownLatch(1);
		CountDownLatch begun = new CountDownLatch(2);
		Callable<Object> loader = () -> {
			begun.countDown();
			evicted.await();
			return "old";
		};
		List<Future<Object>> loads = List.of(this.threads.submit(() -> this.cache.get("loaded", loader)),
				this.threads.submit(() -> this.cache.get("other load", loader)));
		begun.await();
		Cache transactional = Objects.requireNonNull(this.caches.manager().getCache("cache"));
		new TransactionTemplate(new FakeRegionTable()).executeWithoutResult((status) -> {
			transactional.get("leased", () -> "old");
			transactional.get("other lease", () -> "old");
			assertThat(this.cache.writes().remove((key) -> key.toString().endsWith("ed"), "admin"))
				.isEqualTo(new CacheOperations.Removed(List.of(), 0));
		});
		evicted.countDown();
		for (Future<Object> load : loads) {
			assertThat(load.get()).isEqualTo("old");
		}
		assertThat(this.cache.index().keys((key) -> true)).containsExactly("other lease", "other load");
	}

	@Test
	void recordsEachRemovalForOneOperatorOrCaller() throws Exception {
		AtomicLong operator = new AtomicLong();
		for (int round = 0; round < 5; round++) {
			IntStream.range(0, KEYS).forEach((key) -> this.cache.put(key, key));
			CountDownLatch together = new CountDownLatch(3);
			Future<?> caller = this.threads.submit(() -> {
				await(together);
				IntStream.range(0, KEYS).forEach(this.cache::evict);
			});
			List<Future<?>> operators = IntStream.range(0, 2).<Future<?>>mapToObj((each) -> this.threads.submit(() -> {
				await(together);
				operator.addAndGet(this.cache.writes().remove((key) -> true, "admin").count());
			})).toList();
			caller.get();
			for (Future<?> each : operators) {
				each.get();
			}
			long named = TestCaches.removals(this.cache)
				.stream()
				.limit(KEYS)
				.filter((removal) -> "admin".equals(removal.by()))
				.count();
			assertThat(operator.getAndSet(0)).isEqualTo(named);
			assertThat(this.cache.statistics().explicitRemovals()).isEqualTo((long) KEYS * (round + 1));
		}
	}

	private static void await(CountDownLatch together) {
		together.countDown();
		try {
			together.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException("Interrupted while waiting for the others", ex);
		}
	}

}
