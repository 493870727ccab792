package dev.yoil.ehcache;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.spi.Validity;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.support.FullRun;
import org.ehcache.Cache.Entry;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two configurations that are applied in turn while 8 threads read and 2 write.
 */
@Timeout(300)
class ApplyUnderLoadTests {

	private static final int READERS = 8;

	private static final int WRITERS = 2;

	private static final int KEYS = 2_000;

	private final AtomicBoolean done = new AtomicBoolean();

	/** The longest TTL in force, and that of the declarations being applied. */
	private final AtomicLong ttl = new AtomicLong(Long.MAX_VALUE);

	/** The number of the last write of each key, which may not have reached the cache. */
	private final AtomicLongArray database = new AtomicLongArray(KEYS);

	/** The number of the last write of each key whose call has returned. */
	private final AtomicLongArray written = new AtomicLongArray(KEYS);

	private final AtomicLong lookups = new AtomicLong();

	/** A value with the number of its write. */
	private static final class Value {

		private final long number;

		/** Set after the value was stored, so never too early. */
		private volatile long stored = Long.MAX_VALUE;

		Value(long number) {
			this.number = number;
		}

	}

	@ParameterizedTest
	@CsvSource({ "<heap>1000</heap>, <heap>200</heap>, ''", "<heap unit='kB'>400</heap>, <heap unit='kB'>80</heap>, ''",
			"<heap>1500</heap>, <heap>1000</heap>, stale-if-error='1h'" })
	void readersSeeNoErrorAndNothingStale(String large, String small, String policy) throws Exception {
		EhcacheXml one = file(large, "ttl='10s' " + policy);
		EhcacheXml two = file(small, "ttl='20ms' tti='15ms' " + policy);
		EhCacheCacheManager manager = new EhCacheCacheManager(one, Clock.systemUTC(), Validity.local());
		manager.afterPropertiesSet();
		ExecutorService threads = Executors.newFixedThreadPool(READERS + WRITERS);
		try {
			EhCacheCache cache = manager.caches().get(0);
			List<Future<?>> load = IntStream.range(0, READERS + WRITERS)
				.<Future<?>>mapToObj((thread) -> threads.submit(() -> {
					SplittableRandom random = new SplittableRandom(thread);
					while (!this.done.get()) {
						if (thread < READERS) {
							read(cache, random.nextInt(KEYS));
						}
						else {
							// Each writer has its own keys.
							write(cache, random.nextInt(KEYS / WRITERS) * WRITERS + thread - READERS, random);
						}
					}
				}))
				.toList();
			for (int i = 0; i < FullRun.count(50, 1_000); i++) {
				EhcacheXml next = (i % 2 == 0) ? two : one;
				long after = millis(next);
				this.ttl.accumulateAndGet(after, Math::max);
				assertThat(manager.apply(next)).isNotEqualTo(manager.declared());
				this.ttl.set(after);
			}
			this.done.set(true);
			for (Future<?> each : load) {
				each.get();
			}
			assertThat(cache.index().held()).as("entries in a heap of %s", large)
				.isLessThanOrEqualTo((cache.declared().capacity() != null) ? cache.declared().capacity() : KEYS);
			assertSameEntries(cache);
			CacheStatistics statistics = cache.statistics();
			assertThat(statistics.hits() + statistics.misses()).isGreaterThanOrEqualTo(this.lookups.get());
			cache.clear();
			assertThat(cache.index().held()).isZero();
			assertThat(cache.index().bytes()).isIn(null, 0L);
		}
		finally {
			this.done.set(true);
			threads.shutdownNow();
			manager.destroy();
		}
	}

	private void read(EhCacheCache cache, int key) {
		long ttl = this.ttl.get();
		long least = this.written.get(key);
		long asked = now(cache);
		Value[] loaded = new Value[1];
		Value found = cache.get(key, () -> {
			loaded[0] = new Value(this.database.get(key));
			return loaded[0];
		});
		if (found == loaded[0]) {
			found.stored = now(cache);
		}
		this.lookups.incrementAndGet();
		assertThat(found.number).as("older than a write").isGreaterThanOrEqualTo(least);
		assertThat(asked - found.stored).as("older than the TTL").isLessThan(Math.max(ttl, this.ttl.get()));
	}

	private void write(EhCacheCache cache, int key, SplittableRandom random) {
		long number = this.written.get(key) + 1;
		this.database.set(key, number);
		switch (random.nextInt(3)) {
			case 0 -> {
				Value put = new Value(number);
				cache.put(key, put);
				put.stored = now(cache);
			}
			case 1 -> cache.evict(key);
			default -> {
				cache.evict(key);
				if (random.nextInt(1_000) == 0) {
					cache.clear();
				}
			}
		}
		this.written.set(key, number);
	}

	private static long now(EhCacheCache cache) {
		return cache.index().time().now();
	}

	private static long millis(EhcacheXml file) {
		Duration ttl = file.caches().get(0).policy().ttl();
		return (ttl != null) ? ttl.toMillis() : Long.MAX_VALUE;
	}

	private static void assertSameEntries(EhCacheCache cache) {
		// Iteration removes expired entries from both.
		Map<Object, StoredEntry> held = new HashMap<>();
		for (Entry<HashedKey, StoredEntry> entry : TestCaches.nativeCache(cache)) {
			held.put(entry.getKey().key(), entry.getValue());
		}
		assertThat(held).allSatisfy((key, entry) -> assertThat(cache.index().find(key)).isSameAs(entry));
		assertThat(cache.index().size()).isEqualTo(held.size());
		CacheStatistics statistics = cache.statistics();
		assertThat(statistics.evictions() + statistics.expirations() + statistics.explicitRemovals() + held.size())
			.isLessThanOrEqualTo(statistics.puts());
	}

	private static EhcacheXml file(String heap, String policy) {
		return TestCaches
			.read(TestCaches.HEAD + "<cache alias='cache'>" + heap + "<y:policy " + policy + "/></cache></config>");
	}

}
