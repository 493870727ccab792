package dev.yoil.ehcache;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.support.FullRun;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.ehcache.Cache.Entry;
import org.ehcache.event.CacheEvent;
import org.ehcache.event.CacheEventListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The entry index compared with the content of Ehcache.
 */
@Timeout(60)
class BookkeepingTests {

	private static final int THREADS = 8;

	private static final String LISTENER = "<listeners><listener><class>dev.yoil.ehcache.BookkeepingTests$IgnoringListener</class>"
			+ "<event-firing-mode>SYNCHRONOUS</event-firing-mode><event-ordering-mode>ORDERED</event-ordering-mode>"
			+ "<events-to-fire-on>CREATED</events-to-fire-on><events-to-fire-on>UPDATED</events-to-fire-on>"
			+ "<events-to-fire-on>EVICTED</events-to-fire-on></listener></listeners>";

	private static final Comparator<StoredEntry> AGE = Comparator.comparingLong(StoredEntry::sequence)
		.thenComparingLong(StoredEntry::version);

	@Test
	void countsVersionsAndHitsOfEachValue() {
		try (TestCaches caches = TestCaches.of(10, "ttl='200s'")) {
			EhCacheCache cache = caches.cache();
			cache.put("key", "one");
			cache.get("key");
			cache.get("key");
			caches.clock().advance(Duration.ofSeconds(1));
			cache.put("key", "two");
			caches.clock().advance(Duration.ofSeconds(1));
			cache.get("key");
			StoredEntry entry = cache.index().find("key");
			assertThat(entry.version()).isEqualTo(2);
			assertThat(entry.hits()).isEqualTo(1);
			assertThat(entry.createdAt()).isEqualTo(caches.clock().millis() - 1_000);
			assertThat(entry.lastAccessedAt()).isEqualTo(caches.clock().millis());
			cache.evict("key");
			cache.put("key", "three");
			assertThat(cache.index().find("key").version()).isEqualTo(1);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "<heap>50</heap><y:policy ttl='200s'/>", "<heap>50</heap><y:policy tti='2ms'/>",
			"<heap>50</heap><y:policy ttl='3ms' tti='2ms'/>", "<heap>50</heap>", "<heap unit='kB'>20</heap>",
			"<heap unit='kB'>20</heap><y:policy ttl='3ms'/>", LISTENER + "<heap>50</heap><y:policy ttl='3ms'/>",
			LISTENER + "<heap unit='kB'>20</heap>" })
	void agreesWithEhcacheAfterConcurrentOperations(String elements) throws Exception {
		try (TestCaches caches = TestCaches.declaring(elements)) {
			LongAdder lookups = new LongAdder();
			inParallel((random) -> {
				EhCacheCache cache = caches.cache();
				Integer key = random.nextInt(100);
				switch (random.nextInt(13)) {
					case 0 -> cache.put(key, key);
					case 1 -> cache.putIfAbsent(key, key);
					case 2 -> cache.evict(key);
					case 3 -> cache.evictIfPresent(key);
					case 4 -> cache.get(key, () -> key);
					case 5 -> caches.clock().advance(Duration.ofMillis(1));
					case 6 -> {
						if (random.nextInt(500) == 0) {
							cache.clear();
						}
					}
					case 7 -> {
						synchronized (caches) {
							caches.manager().sweep().step();
						}
					}
					default -> {
						cache.get(key);
						lookups.increment();
					}
				}
			});
			assertSameEntries(caches.cache());
			CacheStatistics statistics = caches.cache().statistics();
			assertThat(statistics.hits() + statistics.misses()).isGreaterThanOrEqualTo(lookups.sum());
			caches.cache().clear();
			assertThat(caches.cache().index().bytes()).as("null if entries are counted").isIn(null, 0L);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "ttl='200s'", "ttl='3ms' tti='2ms'" })
	void canBeReadInOrderDuringConcurrentOperations(String policy) throws Exception {
		try (TestCaches caches = TestCaches.of(30, policy)) {
			EhCacheCache cache = caches.cache();
			inParallel((random) -> {
				Integer key = random.nextInt(40);
				switch (random.nextInt(10)) {
					case 0 -> cache.evict(key);
					case 1 -> caches.clock().advance(Duration.ofMillis(1));
					case 2 -> {
						if (random.nextInt(50) == 0) {
							cache.clear();
						}
					}
					case 3 -> {
						if (random.nextInt(10) == 0) {
							assertIteratesEachKeyOnceInOrder(cache.index(), 40);
						}
					}
					default -> cache.put(key, key);
				}
			});
			assertSameEntries(cache);
		}
	}

	@Test
	void losesNoHitPutOrRemovalUnderConcurrency() throws Exception {
		try (TestCaches caches = TestCaches.of(20, "ttl='200s'")) {
			EhCacheCache cache = caches.cache();
			LongAdder hits = new LongAdder();
			LongAdder misses = new LongAdder();
			LongAdder puts = new LongAdder();
			LongAdder removed = new LongAdder();
			inParallel((random) -> {
				Integer key = random.nextInt(40);
				switch (random.nextInt(4)) {
					case 0 -> {
						cache.put(key, key);
						puts.increment();
					}
					case 1 -> removed.add(cache.evictIfPresent(key) ? 1 : 0);
					default -> ((cache.get(key) != null) ? hits : misses).increment();
				}
			});
			assertSameEntries(cache);
			CacheStatistics statistics = cache.statistics();
			assertThat(statistics.hits()).isEqualTo(hits.sum());
			assertThat(statistics.misses()).isEqualTo(misses.sum());
			assertThat(statistics.puts()).isEqualTo(puts.sum());
			assertThat(statistics.explicitRemovals()).isGreaterThanOrEqualTo(removed.sum());
			long replaced = puts.sum() - statistics.evictions() - statistics.explicitRemovals() - cache.index().size();
			assertThat(replaced).as("puts that replaced a value").isNotNegative();
		}
	}

	@Test
	void releasesMemoryAfterManyOperations() throws Exception {
		try (TestCaches caches = TestCaches.of(100, "ttl='20ms' stale-if-error='20ms'")) {
			EhCacheCache cache = caches.cache();
			int rounds = FullRun.count(2, 4);
			for (int round = 0; round < rounds; round++) {
				inParallel((random) -> {
					Integer key = random.nextInt(10_000);
					switch (random.nextInt(40)) {
						case 0 -> caches.clock().advance(Duration.ofMillis(1));
						case 1 -> cache.evict(key);
						case 2, 3, 4, 5 -> cache.get(key, () -> key);
						case 6 -> {
							if (random.nextInt(100) == 0) {
								cache.clear();
							}
						}
						default -> cache.put(key, key);
					}
				});
			}
			assertSameEntries(cache);
			assertThat(cache.index().size()).isLessThanOrEqualTo(100);
			assertThat(TestCaches.removals(cache)).hasSize(1_000);
			CacheStatistics statistics = cache.statistics();
			assertThat(statistics.puts()).isGreaterThan(rounds * 115_000L);
			assertThat(statistics.evictions() + statistics.expirations() + statistics.explicitRemovals())
				.isLessThanOrEqualTo(statistics.puts());
			cache.clear();
			assertThat(cache.index().size()).isZero();
		}
	}

	private static void assertSameEntries(EhCacheCache cache) {
		// Iteration removes expired entries from both.
		Map<Object, StoredEntry> held = new HashMap<>();
		for (Entry<HashedKey, StoredEntry> entry : TestCaches.nativeCache(cache)) {
			held.put(entry.getKey().key(), entry.getValue());
		}
		EntryIndex index = cache.index();
		assertThat(held).allSatisfy((key, entry) -> assertThat(index.find(key)).isSameAs(entry));
		assertThat(index.size()).isEqualTo(held.size());
		assertThat(index.entriesAfter(0)).containsExactlyInAnyOrderElementsOf(held.entrySet());
		// Only the last segment may be empty.
		assertThat(index).extracting("entries.segments", as(InstanceOfAssertFactories.MAP))
			.hasSizeLessThanOrEqualTo(held.size() + 1);
	}

	/**
	 * Reads an entry index in order while other threads change it.
	 */
	private static void assertIteratesEachKeyOnceInOrder(EntryIndex index, int keys) {
		Map<Object, StoredEntry> before = find(index, keys);
		Map<Object, StoredEntry> iterated = new LinkedHashMap<>();
		index.entriesAfter(0)
			.forEach((held) -> assertThat(iterated.put(held.getKey(), held.getValue()))
				.as("second entry of %s", held.getKey())
				.isNull());
		Map<Object, StoredEntry> after = find(index, keys);
		assertThat(iterated.values()).extracting(StoredEntry::sequence).isSorted().doesNotHaveDuplicates();
		iterated.forEach((key,
				entry) -> assertThat(List.of(before.getOrDefault(key, entry), entry, after.getOrDefault(key, entry)))
					.isSortedAccordingTo(AGE));
	}

	private static Map<Object, StoredEntry> find(EntryIndex index, int keys) {
		Map<Object, StoredEntry> found = new HashMap<>();
		for (Integer key = 0; key < keys; key++) {
			StoredEntry entry = index.find(key);
			if (entry != null) {
				found.put(key, entry);
			}
		}
		return found;
	}

	private static void inParallel(Action action) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		try {
			CyclicBarrier start = new CyclicBarrier(THREADS);
			List<Future<?>> all = IntStream.range(0, THREADS).<Future<?>>mapToObj((seed) -> threads.submit(() -> {
				SplittableRandom random = new SplittableRandom(seed);
				start.await();
				for (int i = 0; i < 20_000; i++) {
					action.act(random);
				}
				return null;
			})).toList();
			for (Future<?> one : all) {
				one.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	@FunctionalInterface
	interface Action {

		void act(SplittableRandom random);

	}

	/**
	 * A listener, which changes the events that Ehcache fires.
	 */
	public static final class IgnoringListener implements CacheEventListener<Object, Object> {

		@Override
		public void onEvent(CacheEvent<?, ?> event) {
			// Ignores all events.
		}

	}

}
