package dev.yoil.ehcache.internal.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.inspect.ValueText;
import dev.yoil.ehcache.policy.ExpiryCause;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CacheInspectorTests {

	private static final ValueText.Renderer RENDERER = (value, most) -> new ValueText(String.valueOf(value), 4);

	private final TestCaches caches = TestCaches.of(1_000, "ttl='10s' tti='5s' until='0 0 0 * * *'");

	private final EhCacheCache cache = this.caches.cache();

	private final CacheInspector inspector = new CacheInspector(this.caches.inspected(), RENDERER);

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
		assertThat(snapshot.policy()).isEqualTo(
				new PolicySnapshot("10s", "5s", "0 0 0 * * *", "Asia/Seoul", null, null, null, "LRU", 1_000L, null));
		assertThat(snapshot.size()).isEqualTo(1);
		assertThat(snapshot.statistics())
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
				start.plusSeconds(7), ExpiryCause.TTI, false, null, 4, "two", 4L, Map.of(), null));
		this.caches.clock().advance(Duration.ofSeconds(4));
		this.cache.get("key");
		assertThat(look().entries()).containsExactly(new EntrySnapshot("1", "key", 2, 2, start, start.plusSeconds(6),
				start.plusSeconds(10), ExpiryCause.TTL, false, null, 4, "two", 4L, Map.of(), null));
	}

	@Test
	void showsTimesAsTheClockIsSetNow() {
		try (TestCaches monotonic = TestCaches.monotonic("ttl='10s'", Runnable::run)) {
			monotonic.cache().put("key", "value");
			monotonic.clock().set(monotonic.clock().instant().minusSeconds(3_600));
			monotonic.clock().advance(Duration.ofSeconds(1));
			Instant now = monotonic.clock().instant();
			CacheInspector shown = new CacheInspector(monotonic.inspected(), RENDERER);
			assertThat(shown.one(monotonic.cache(), 10, null).entries())
				.containsExactly(new EntrySnapshot("1", "key", 1, 0, now.minusSeconds(1), now.minusSeconds(1),
						now.plusSeconds(9), ExpiryCause.TTL, false, null, 4, "value", 4L, Map.of(), null));
			assertThat(shown.key(monotonic.cache(), "key").ageMillis()).isEqualTo(1_000);
		}
	}

	@Test
	void showsWhatEndsAtMidnight() {
		this.caches.clock().set(Instant.parse("2026-11-21T14:59:58Z"));
		this.cache.put("ranking", "value");
		assertThat(look().entries()).singleElement().satisfies((entry) -> {
			assertThat(entry.expiresAt()).isEqualTo("2026-11-21T15:00:00Z");
			assertThat(entry.expiresBy()).isEqualTo(ExpiryCause.UNTIL);
		});
	}

	@Test
	void showsNoExpiryWhereThereIsNone() {
		try (TestCaches forever = TestCaches.of(10, "eviction='LRU'")) {
			forever.cache().put("key", null);
			CacheSnapshot snapshot = new CacheInspector(forever.inspected(), RENDERER).one(forever.cache(), 10, null);
			assertThat(snapshot.policy())
				.isEqualTo(new PolicySnapshot(null, null, null, null, null, null, null, "LRU", 10L, null));
			assertThat(snapshot.entries()).singleElement().satisfies((entry) -> {
				assertThat(entry.expiresAt()).isNull();
				assertThat(entry.expiresBy()).isNull();
				assertThat(entry.expired()).isFalse();
				assertThat(entry.value()).isEqualTo("null");
			});
		}
	}

	@Test
	void showsAnExpiredEntryThatIsStillHeld() {
		this.cache.put("key", "value");
		this.caches.clock().advance(Duration.ofSeconds(5));
		CacheSnapshot snapshot = look();
		assertThat(snapshot.size()).isEqualTo(1);
		assertThat(snapshot.entries()).singleElement().extracting(EntrySnapshot::expired).isEqualTo(true);
		assertThat(snapshot.statistics().expirations()).isZero();
		assertThat(look()).isEqualTo(snapshot);
	}

	@Test
	void leavesNoTraceHoweverOftenItLooks() {
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
		// Looked at for 4 s without pause, everything still ends 5 s after it was used.
		this.caches.clock().advance(Duration.ofMillis(999));
		assertThat(look()).isEqualTo(first);
		this.caches.clock().advance(Duration.ofMillis(1));
		assertThat(look().entries()).hasSize(10).allMatch(EntrySnapshot::expired);
		assertThat(this.cache.get(3)).isNull();
	}

	@Test
	void doesNotSaveAnEntryFromEviction() {
		try (TestCaches small = TestCaches.of(3, "ttl='200s'")) {
			CacheInspector looking = new CacheInspector(small.inspected(), RENDERER);
			for (String key : new String[] { "oldest", "older", "old" }) {
				small.cache().put(key, key);
				small.clock().advance(Duration.ofMillis(1));
			}
			for (int i = 0; i < 1_000; i++) {
				looking.one(small.cache(), 1, null);
			}
			small.cache().put("new", "new");
			assertThat(looking.one(small.cache(), 10, null).entries()).extracting(EntrySnapshot::key)
				.containsExactly("older", "old", "new");
		}
	}

	@Test
	void turnsPagesInTheOrderInWhichKeysCame() {
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
	void showsAllCachesByName() {
		assertThat(this.inspector.all(10)).containsOnlyKeys("cache");
		assertThat(this.caches.inspected().byName().keySet()).containsExactly("cache");
	}

	@Test
	void refusesACursorThatIsNone() {
		assertThatExceptionOfType(NumberFormatException.class)
			.isThrownBy(() -> this.inspector.one(this.cache, 10, "elsewhere"));
	}

	@Test
	void showsNothingWhenCachingIsSwitchedOff() {
		CacheInspector off = new CacheInspector(new InspectedCaches(List.of(), this.caches.clock()), RENDERER);
		assertThat(off.all(10)).isEmpty();
	}

	private CacheSnapshot look() {
		return this.inspector.one(this.cache, 100, null);
	}

	@Test
	void reachesCachesOfOneNameInSeveralManagers() {
		try (TestCaches others = TestCaches.of(3, "ttl='10s'")) {
			others.cache().put("only", "there");
			InspectedCaches both = new InspectedCaches(List.of(this.caches.manager(), others.manager()),
					this.caches.clock());
			assertThat(new CacheInspector(both, RENDERER).all(1)).containsOnlyKeys("cache", "cache@2")
				.extractingByKey("cache@2")
				.returns(1L, CacheSnapshot::size);
			assertThat(both.find("cache@2")).containsSame(others.cache());
			assertThat(both.byName().keySet()).containsExactly("cache", "cache@2");
		}
	}

}
