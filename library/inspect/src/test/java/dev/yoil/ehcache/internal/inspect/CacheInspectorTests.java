package dev.yoil.ehcache.internal.inspect;

import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.policy.ExpiryCause;
import dev.yoil.ehcache.spi.ValueText;
import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CacheInspectorTests {

	private static final List<ValueText.Renderer> RENDERERS = List
		.of((value, most) -> new ValueText(String.valueOf(value), 4));

	private final TestCaches caches = TestCaches.of(1_000, "ttl='10s' tti='5s' until='0 0 0 * * *'");

	private final EhCacheCache cache = this.caches.cache();

	private final CacheInspector inspector = new CacheInspector(
			new InspectedCaches(List.of(this.caches.manager()), this.caches.clock()), RENDERERS);

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void showsPolicySizeAndStatistics() {
		this.cache.put("key", "value");
		this.cache.get("key");
		this.cache.get("key");
		this.cache.get("key");
		this.cache.get("other");
		CacheSnapshot snapshot = look();
		assertThat(snapshot.policy()).isEqualTo(new PolicySnapshot("10s", "5s", "0 0 0 * * *", "Asia/Seoul", null, null,
				null, null, null, null, null, "LRU", 1_000L, null));
		assertThat(snapshot.size()).isEqualTo(1);
		assertThat(snapshot.statistics().counts())
			.extracting(CacheStatistics::hits, CacheStatistics::misses, CacheStatistics::hitRatio,
					CacheStatistics::puts)
			.containsExactly(3L, 1L, 0.75, 1L);
	}

	@Test
	void showsEverythingAboutAnEntry() {
		Instant start = this.caches.clock().instant();
		this.cache.put("key", "one");
		this.cache.put("key", "two");
		this.caches.clock().advance(Duration.ofSeconds(2));
		this.cache.get("key");
		assertThat(look().entries()).containsExactly(new EntrySnapshot("1", "key", 2, 1, start, start.plusSeconds(2),
				start.plusSeconds(7), ExpiryCause.TTI, false, null, 4, "two", 4L, Map.of(), null, null, null));
		this.caches.clock().advance(Duration.ofSeconds(4));
		this.cache.get("key");
		assertThat(look().entries()).containsExactly(new EntrySnapshot("1", "key", 2, 2, start, start.plusSeconds(6),
				start.plusSeconds(10), ExpiryCause.TTL, false, null, 4, "two", 4L, Map.of(), null, null, null));
	}

	@Test
	void tellsWhyAnAnswerWasOld() {
		Instant start = this.caches.clock().instant();
		MDC.put("traceId", "4bf92f3577b34da6");
		try {
			this.cache.get("key", () -> "loaded");
		}
		finally {
			MDC.clear();
		}
		this.caches.clock().advance(Duration.ofSeconds(2));
		this.cache.put("key", "put");
		this.caches.clock().advance(Duration.ofSeconds(5));
		this.cache.get("key", () -> "loaded again");
		EntrySnapshot entry = new CacheInspector(
				new InspectedCaches(List.of(this.caches.manager()), this.caches.clock()), RENDERERS)
			.entry(this.cache, Long.parseLong(look().entries().get(0).id()))
			.orElseThrow();
		assertThat(entry.load()).isNotNull().satisfies((load) -> {
			assertThat(load.startedAt()).isEqualTo(start.plusSeconds(7));
			assertThat(load.traceId()).isNull();
		});
		assertThat(entry.history()).extracting(RemovalSnapshot::cause)
			.containsExactly(RemovalCause.EXPIRED_TTI, RemovalCause.REPLACED);
		assertThat(entry.history().get(0).load()).as("the value that was put").isNull();
		assertThat(entry.history().get(1).load()).isNotNull().satisfies((load) -> {
			assertThat(load.startedAt()).isEqualTo(start);
			assertThat(load.level()).isEqualTo("SOURCE");
			assertThat(load.traceId()).isEqualTo("4bf92f3577b34da6");
		});
	}

	@Test
	void showsTimesOfTheCurrentWallClock() {
		try (TestCaches monotonic = TestCaches.monotonic("ttl='10s'", Runnable::run)) {
			monotonic.cache().put("key", "value");
			monotonic.clock().set(monotonic.clock().instant().minusSeconds(3_600));
			monotonic.clock().advance(Duration.ofSeconds(1));
			Instant now = monotonic.clock().instant();
			CacheInspector shown = new CacheInspector(
					new InspectedCaches(List.of(monotonic.manager()), monotonic.clock()), RENDERERS);
			assertThat(shown.one(monotonic.cache(), 10, null).entries())
				.containsExactly(new EntrySnapshot("1", "key", 1, 0, now.minusSeconds(1), now.minusSeconds(1),
						now.plusSeconds(9), ExpiryCause.TTL, false, null, 4, "value", 4L, Map.of(), null, null, null));
		}
	}

	@Test
	void showsTheTimesOfLoadsAndTheLastFailure() {
		assertThat(look().loadTimes()).isNull();
		assertThat(look().lastFailedLoad()).isNull();
		this.cache.get("key", () -> "value");
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("other", () -> {
			throw new IllegalStateException("No pool", new ConnectException("Connection refused"));
		}));
		Instant now = this.caches.clock().instant();
		this.caches.clock().advance(Duration.ofSeconds(1));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("gone", () -> {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}));
		assertThat(look().loadTimes()).isNotNull();
		assertThat(look().lastFailedLoad())
			.isEqualTo(new FailedLoad(now, "other", "ConnectException: Connection refused"));
	}

	@Test
	void showsAnExpiredEntry() {
		this.cache.put("key", "value");
		this.caches.clock().advance(Duration.ofSeconds(5));
		CacheSnapshot snapshot = look();
		assertThat(snapshot.size()).isEqualTo(1);
		assertThat(snapshot.entries()).singleElement().extracting(EntrySnapshot::expired).isEqualTo(true);
		assertThat(snapshot.statistics().counts().expirations()).isZero();
		assertThat(look()).isEqualTo(snapshot);
	}

	@Test
	void hasNoSideEffects() {
		for (int i = 0; i < 10; i++) {
			this.cache.put(i, "value");
		}
		this.cache.get(3);
		this.cache.get("missing");
		CacheSnapshot first = look();
		CacheStatistics counted = this.cache.statistics();
		for (int i = 0; i < 1_000; i++) {
			this.caches.clock().advance(Duration.ofMillis(4));
			assertThat(look()).isEqualTo(first);
		}
		assertThat(this.cache.statistics()).isEqualTo(counted);
		// Inspected for 4 s, entries still expire 5 s after their last access.
		this.caches.clock().advance(Duration.ofMillis(999));
		assertThat(look()).isEqualTo(first);
		this.caches.clock().advance(Duration.ofMillis(1));
		assertThat(look().entries()).hasSize(10).allMatch(EntrySnapshot::expired);
		assertThat(this.cache.get(3)).isNull();
	}

	@Test
	void pagesThroughEntriesInInsertionOrder() {
		for (int i = 0; i < 250; i++) {
			this.cache.put("key " + i, i);
		}
		this.cache.put("key 7", "replaced");
		this.cache.evict("key 150");
		List<String> keys = new ArrayList<>();
		List<Integer> sizes = new ArrayList<>();
		@Nullable String cursor = null;
		do {
			CacheSnapshot page = this.inspector.one(this.cache, 100, cursor);
			sizes.add(page.entries().size());
			page.entries().forEach((entry) -> keys.add(entry.key()));
			cursor = page.nextCursor();
		}
		while (cursor != null);
		assertThat(sizes).containsExactly(100, 100, 49);
		assertThat(keys).doesNotHaveDuplicates().startsWith("key 0", "key 1").endsWith("key 248", "key 249");
		assertThat(keys.get(7)).isEqualTo("key 7");
	}

	@Test
	void hasNoNextPageAfterAFullLastOne() {
		for (int i = 0; i < 100; i++) {
			this.cache.put(i, i);
		}
		assertThat(look().entries()).hasSize(100);
		assertThat(look().nextCursor()).isNull();
	}

	@Test
	void rejectsAnInvalidCursor() {
		assertThatExceptionOfType(NumberFormatException.class)
			.isThrownBy(() -> this.inspector.one(this.cache, 10, "elsewhere"));
	}

	private CacheSnapshot look() {
		return this.inspector.one(this.cache, 100, null);
	}

	@Test
	void distinguishesCachesOfTheSameName() {
		try (TestCaches others = TestCaches.of(3, "ttl='10s'")) {
			others.cache().put("only", "there");
			InspectedCaches both = new InspectedCaches(List.of(this.caches.manager(), others.manager()),
					this.caches.clock());
			assertThat(new CacheInspector(both, RENDERERS).all(1)).containsOnlyKeys("cache", "cache@2")
				.extractingByKey("cache@2")
				.returns(1L, CacheSnapshot::size);
			assertThat(both.find("cache@2")).containsSame(others.cache());
			assertThat(both.byName().keySet()).containsExactly("cache", "cache@2");
		}
	}

}
