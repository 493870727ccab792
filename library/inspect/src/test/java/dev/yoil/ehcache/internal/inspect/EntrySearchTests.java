package dev.yoil.ehcache.internal.inspect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.spi.ValueText;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class EntrySearchTests {

	private final TestCaches caches = TestCaches.of(1_000, "ttl='100s' tti='50s'");

	private final EhCacheCache cache = this.caches.cache();

	private final AtomicInteger counted = new AtomicInteger();

	private final CacheInspector inspector = new CacheInspector(
			new InspectedCaches(List.of(this.caches.manager()), this.caches.clock()), List.of(new Texts()));

	@AfterEach
	void close() {
		this.caches.close();
	}

	@ParameterizedTest
	@CsvSource({ "ENTERED, false, a b c d", "ENTERED, true, d c b a", "HITS, true, c a b d", "HITS, false, b d a c",
			"AGE, true, b c d a", "AGE, false, a d c b", "ACCESSED, true, a c d b", "ACCESSED, false, b d a c",
			"TIME_LEFT, false, b d a c", "TIME_LEFT, true, a c d b", "SIZE, true, d b a c", "SIZE, false, c a b d" })
	void sorts(EntrySort sort, boolean descending, String keys) {
		this.cache.put("a", "first");
		this.cache.put("b", "four");
		tick();
		this.cache.put("c", "1");
		tick();
		this.cache.put("d", "123456");
		tick();
		this.cache.put("a", "333");
		this.cache.get("a");
		this.cache.get("c");
		this.cache.get("c");
		assertThat(keys("", sort, descending, 0, 10)).containsExactly(keys.split(" "));
		assertThat(keys("", sort, descending, 1, 2)).containsExactly(keys.substring(2, 5).split(" "));
	}

	private void tick() {
		this.caches.clock().advance(Duration.ofSeconds(1));
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void sortsEntriesWithoutExpiryLast(boolean descending) {
		try (TestCaches never = TestCaches.of(10, "eviction='LRU'")) {
			never.cache().put("a", 1);
			never.cache().put("b", 1);
			EntryPage page = new CacheInspector(new InspectedCaches(List.of(never.manager()), never.clock()),
					List.of(new Texts()))
				.search(never.cache(), "", EntrySort.TIME_LEFT, descending, 0, 10);
			assertThat(page.entries()).extracting(EntrySnapshot::key).containsExactly("a", "b");
			assertThat(page.entries()).extracting(EntrySnapshot::expiresAt).containsOnlyNulls();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "HITS", "SIZE", "AGE", "ACCESSED", "TIME_LEFT", "ENTERED" })
	void pagesAreConsistent(EntrySort sort) {
		IntStream.range(0, 250).forEach((number) -> this.cache.put("key " + number, "x".repeat(number % 3)));
		for (boolean descending : new boolean[] { true, false }) {
			List<String> whole = keys("", sort, descending, 0, 1_000);
			List<String> pages = new ArrayList<>();
			for (int offset = 0; offset < 250; offset += 40) {
				pages.addAll(keys("", sort, descending, offset, 40));
			}
			assertThat(pages).isEqualTo(whole).hasSize(250).doesNotHaveDuplicates();
			assertThat(keys("", sort, descending, 250, 40)).isEmpty();
			assertThat(keys("", sort, descending, 1_000_000, 1_000)).isEmpty();
		}
	}

	@Test
	void countsAllMatches() {
		IntStream.range(0, 100).forEach((number) -> this.cache.put("key " + number, number));
		assertThat(this.inspector.search(this.cache, "KEY 1", EntrySort.ENTERED, false, 0, 3)).satisfies((page) -> {
			assertThat(page.total()).isEqualTo(100);
			assertThat(page.matched()).isEqualTo(11);
			assertThat(page.entries()).extracting(EntrySnapshot::key).containsExactly("key 1", "key 10", "key 11");
		});
	}

	@ParameterizedTest
	@CsvSource({ "monday,DAY", "Ärger,äRG", "월요일,요", "😀🐉,🐉", "𐐀,𐐨", "ΣΊΣΥΦΟΣ,σίσυφος", "İstanbul,istan",
			"Kelvin,kelv", "ababac,abac", "aaab,aab", "'',''" })
	void findsKeysIgnoringCase(String key, String sought) {
		this.cache.put(key, "value");
		assertThat(keys(sought, EntrySort.ENTERED, false, 0, 1)).containsExactly(key);
	}

	@ParameterizedTest
	@CsvSource({ "MONDAY,monday1", "a,ab", "ababa,abac", "'',a", "😀,😁", "😀,\uFFFD" })
	void findsNoOtherKeys(String key, String sought) {
		this.cache.put(key, "value");
		assertThat(keys(sought, EntrySort.ENTERED, false, 0, 1)).isEmpty();
	}

	@Test
	void findsUnpairedSurrogatesByTheirReplacement() {
		this.cache.put("a\uD83D!", "value");
		this.cache.put("b\uDE00!", "value");
		assertThat(keys("\uFFFD!", EntrySort.ENTERED, false, 0, 9)).containsExactly("a\uFFFD!", "b\uFFFD!");
	}

	@Test
	void measuresEachValueAtMostOnce() {
		IntStream.range(0, 10).forEach((number) -> this.cache.put(number, "value"));
		this.cache.get(1);
		search("", EntrySort.HITS, true, 0, 2);
		assertThat(this.counted).hasValue(2);
		search("", EntrySort.SIZE, true, 0, 2);
		search("", EntrySort.SIZE, true, 0, 10);
		assertThat(this.counted).hasValue(10);
		this.cache.put(1, "another value");
		assertThat(search("", EntrySort.SIZE, true, 0, 1).entries()).singleElement()
			.extracting(EntrySnapshot::key, EntrySnapshot::size)
			.containsExactly("1", 13L);
		assertThat(this.counted).hasValue(11);
	}

	@Test
	void showsDetailsAndHistoryOfAnEntry() {
		this.cache.put("key", "one");
		this.cache.get("key");
		tick();
		this.cache.put("key", "two");
		this.cache.evict("key");
		this.cache.put("other", "value");
		this.cache.put("key", "three");
		String id = search("key", EntrySort.ENTERED, false, 0, 1).entries().get(0).id();
		EntrySnapshot details = this.inspector.entry(this.cache, Long.parseLong(id)).orElseThrow();
		assertThat(details)
			.extracting(EntrySnapshot::id, EntrySnapshot::value, EntrySnapshot::valueLength, EntrySnapshot::version,
					EntrySnapshot::size)
			.containsExactly(id, "three", 5L, 1L, 5L);
		assertThat(details.history())
			.extracting(RemovalSnapshot::version, RemovalSnapshot::cause, RemovalSnapshot::hitCount,
					RemovalSnapshot::ageMillis)
			.containsExactly(tuple(2L, RemovalCause.REMOVED, 0L, 0L), tuple(1L, RemovalCause.REPLACED, 1L, 1_000L));
	}

	@Test
	void findsAnEntryByIdUntilItsKeyIsRemoved() {
		this.cache.put("gone", "value");
		this.cache.put("key", "one");
		this.cache.put("key", "two");
		assertThat(this.inspector.entry(this.cache, 2)).map(EntrySnapshot::value).contains("two");
		this.cache.evict("gone");
		assertThat(this.inspector.entry(this.cache, 1)).isEmpty();
		assertThat(this.inspector.entry(this.cache, 2)).isPresent();
		this.cache.clear();
		assertThat(this.inspector.entry(this.cache, 2)).isEmpty();
		assertThat(this.inspector.entry(this.cache, 0)).isEmpty();
		assertThat(this.inspector.entry(this.cache, Long.MAX_VALUE)).isEmpty();
		this.cache.put("key", "three");
		assertThat(this.inspector.entry(this.cache, 3)).map(EntrySnapshot::value).contains("three");
	}

	@Test
	void showsKeysWithoutText() {
		this.cache.put("key", "value");
		this.cache.put(new Textless(), "value");
		assertThat(keys("", EntrySort.ENTERED, false, 0, 10)).containsExactly("key", "null");
		assertThat(keys("ey", EntrySort.ENTERED, false, 0, 10)).containsExactly("key");
	}

	@Test
	void showsAMillionCharactersOfAValue() {
		this.cache.put("key", "x".repeat(999_999) + "\uD83D\uDE00" + "y".repeat(10));
		this.cache.put("null", null);
		assertThat(this.inspector.entry(this.cache, 1)).hasValueSatisfying((details) -> {
			assertThat(details.value()).hasSize(999_999).endsWith("x");
			assertThat(details.valueLength()).isEqualTo(1_000_011);
		});
		assertThat(this.inspector.entry(this.cache, 2)).map(EntrySnapshot::value).contains("null");
	}

	@Test
	void affectsNeitherEvictionNorExpiry() {
		try (TestCaches small = TestCaches.of(3, "ttl='10s'")) {
			CacheInspector looking = new CacheInspector(new InspectedCaches(List.of(small.manager()), small.clock()),
					List.of(new Texts()));
			for (String key : new String[] { "oldest", "older", "old" }) {
				small.cache().put(key, key);
				small.clock().advance(Duration.ofMillis(1));
			}
			for (int i = 0; i < 1_000; i++) {
				looking.entry(small.cache(), 1);
				looking.search(small.cache(), "oldest", EntrySort.SIZE, true, 0, 1);
			}
			small.cache().put("new", "new");
			small.clock().advance(Duration.ofSeconds(20));
			EntryPage page = looking.search(small.cache(), "", EntrySort.ENTERED, false, 0, 10);
			assertThat(page.entries()).extracting(EntrySnapshot::key).containsExactly("older", "old", "new");
			assertThat(page.entries()).allMatch(EntrySnapshot::expired);
			assertThat(small.cache().statistics().expirations()).isZero();
			assertThat(small.cache().unwrap(EntryIndex.class).size()).isEqualTo(3);
		}
	}

	private EntryPage search(String search, EntrySort sort, boolean descending, int offset, int limit) {
		return this.inspector.search(this.cache, search, sort, descending, offset, limit);
	}

	private List<String> keys(String search, EntrySort sort, boolean descending, int offset, int limit) {
		return search(search, sort, descending, offset, limit).entries().stream().map(EntrySnapshot::key).toList();
	}

	/**
	 * Renders values as text and counts measured sizes.
	 */
	private final class Texts implements ValueText.Renderer {

		@Override
		public ValueText render(@Nullable Object value, int most) {
			String text = String.valueOf(value);
			return new ValueText(KeyText.cut(text, most), text.length());
		}

		@Override
		public Long size(@Nullable Object value) {
			EntrySearchTests.this.counted.incrementAndGet();
			return (long) String.valueOf(value).length();
		}

	}

	private static final class Textless {

		@Override
		@SuppressWarnings("NullAway") // planted
		public String toString() {
			return null;
		}

	}

}
