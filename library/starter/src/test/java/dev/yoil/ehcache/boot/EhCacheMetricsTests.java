package dev.yoil.ehcache.boot;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.index.EntryIndex;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.dao.EmptyResultDataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class EhCacheMetricsTests {

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final TestCaches caches = TestCaches.of(3, "ttl='1m' stale-if-error='1h'");

	private final EhCacheCache cache = this.caches.cache();

	EhCacheMetricsTests() {
		new EhCacheMetrics(this.cache, Tags.of("site", "yoil"), null).bindTo(this.registry);
	}

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void tagsEveryMeterWithTheCache() {
		assertThat(this.registry.getMeters()).hasSizeGreaterThan(10)
			.allSatisfy((meter) -> assertThat(meter.getId().getTags())
				.containsAll(Tags.of("cache", "cache", "site", "yoil")));
	}

	@Test
	void describesEveryMeter() {
		assertThat(this.registry.getMeters())
			.allSatisfy((meter) -> assertThat(meter.getId().getDescription()).isNotBlank());
	}

	@Test
	void countsRemovalsByCause() {
		Stream.of("a", "b", "c", "d").forEach((key) -> this.cache.put(key, "value"));
		assertThat(gauge("cache.size")).isEqualTo(3);
		assertThat(gauge("cache.capacity")).isEqualTo(3);
		assertThat(counter("cache.puts")).isEqualTo(4);
		assertThat(counter("cache.evictions")).isEqualTo(1);
		this.cache.clear();
		assertThat(counter("cache.removals.explicit")).isEqualTo(3);
		this.cache.put("a", "value");
		this.cache.evict("a");
		assertThat(counter("cache.removals.explicit")).isEqualTo(4);
		this.cache.put("a", "value");
		this.caches.clock().advance(Duration.ofHours(2));
		assertThat(this.cache.get("a")).isNull();
		assertThat(counter("cache.expirations")).isEqualTo(1);
		assertThat(counter("cache.evictions")).isEqualTo(1);
		assertThat(counter("cache.removals.explicit")).isEqualTo(4);
	}

	@Test
	void reportsTheBypass() {
		this.cache.put("a", "value");
		assertThat(gauge("cache.bypassed")).isZero();
		this.cache.unwrap(CacheOperations.class).bypass("admin");
		assertThat(gauge("cache.bypassed")).isEqualTo(1);
		assertThat(counter("cache.removals.explicit")).isEqualTo(1);
		this.cache.unwrap(CacheOperations.class).endBypass();
		assertThat(gauge("cache.bypassed")).isZero();
	}

	@Test
	void countsStaleValuesAsMisses() {
		this.cache.get("a", () -> "value");
		this.caches.clock().advance(Duration.ofMinutes(2));
		assertThat(this.cache.<String>get("a", () -> {
			throw new IllegalStateException("down");
		})).isEqualTo("value");
		assertThat(counter("cache.stale.served")).isEqualTo(1);
		assertThat(this.registry.get("cache.gets").tag("result", "miss").functionCounter().count()).isEqualTo(2);
		assertThat(this.registry.get("cache.gets").tag("result", "hit").functionCounter().count()).isZero();
	}

	@Test
	void timesSuccessfulAndFailedLoadsSeparately() {
		long[] inside = new long[2];
		long before = System.nanoTime();
		this.cache.get("a", () -> {
			inside[0] = spin();
			return "value";
		});
		long between = System.nanoTime();
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("b", () -> {
			inside[1] = spin();
			throw new IllegalStateException("down");
		}));
		long after = System.nanoTime();
		this.cache.get("a", () -> "not called");
		assertThat(loads("success").count()).isEqualTo(1);
		assertThat(loads("success").totalTime(TimeUnit.NANOSECONDS)).isBetween((double) inside[0],
				(double) between - before);
		assertThat(loads("failure").count()).isEqualTo(1);
		assertThat(loads("failure").totalTime(TimeUnit.NANOSECONDS)).isBetween((double) inside[1],
				(double) after - between);
	}

	@Test
	void countsLoadsThatFindTheirValueGone() {
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("a", () -> {
			throw new EmptyResultDataAccessException(1);
		}));
		assertThat(counter("cache.loads.gone")).isEqualTo(1);
		assertThat(loads("failure").count()).isEqualTo(1);
	}

	@Test
	void countsOneLoadAndTheCallersThatShareIt() {
		CompletableFuture<String> value = new CompletableFuture<>();
		List<CompletableFuture<String>> callers = Stream.generate(() -> this.cache.retrieve("a", () -> value))
			.limit(5)
			.toList();
		value.complete("value");
		assertThat(callers).allSatisfy((caller) -> assertThat(caller).isCompletedWithValue("value"));
		assertThat(counter("cache.loads.shared")).isEqualTo(4);
		assertThat(loads("success").count()).isEqualTo(1);
	}

	@Test
	void countsFailedWrites() {
		this.cache.unwrap(EntryIndex.class).counters().failedWrite();
		assertThat(counter("cache.writes.failed")).isEqualTo(1);
		assertThat(loads("failure").count()).isZero();
	}

	@Test
	void hasNoSideEffects() {
		this.cache.put("a", "value");
		var before = this.cache.statistics();
		for (int i = 0; i < 100; i++) {
			this.registry.getMeters().forEach((meter) -> meter.measure().forEach((each) -> each.getValue()));
		}
		assertThat(this.cache.statistics()).isEqualTo(before);
		assertThat(this.cache.unwrap(EntryIndex.class).find("a").hits()).isZero();
	}

	/**
	 * Spends CPU time.
	 * @return a lower bound of the spent time in nanoseconds
	 */
	private static long spin() {
		long begun = System.nanoTime();
		while (System.nanoTime() - begun < 1_000) {
			Thread.onSpinWait();
		}
		return System.nanoTime() - begun;
	}

	private double gauge(String name) {
		return this.registry.get(name).gauge().value();
	}

	private double counter(String name) {
		return this.registry.get(name).functionCounter().count();
	}

	private FunctionTimer loads(String result) {
		return this.registry.get("cache.loads").tag("result", result).functionTimer();
	}

}
