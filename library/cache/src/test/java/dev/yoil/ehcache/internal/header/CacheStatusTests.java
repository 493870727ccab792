package dev.yoil.ehcache.internal.header;

import java.time.Duration;

import dev.yoil.ehcache.CacheLookup;
import dev.yoil.ehcache.CachedValue;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.header.CacheStatus.Disclosure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CacheStatusTests {

	private final TestCaches caches = TestCaches.of(10, "ttl='10s'");

	private final EhCacheCache cache = this.caches.cache();

	@AfterEach
	void close() {
		this.caches.close();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			MONDAY   | "MONDAY"
			a "b" \\c | "a \\"b\\" \\\\c"
			월        | "%EC%9B%94"
			😀       | "%F0%9F%98%80"
			100%     | "100%25"
			``       | ""
			""")
	void writesAnyKeyAsAStringOfStructuredFields(String key, String written) {
		assertThat(new CacheStatus(this.cache, key, Disclosure.WITH_KEY).of(new CachedValue("value", 1_999, false)))
			.isEqualTo("cache; hit; ttl=1; key=" + written);
	}

	@Test
	void escapesControlCharactersAndTruncatesLongKeys() {
		assertThat(new CacheStatus(this.cache, "a\r\nSet-Cookie: b\0", Disclosure.WITH_KEY)
			.of(new CachedValue("value", Long.MAX_VALUE, false)))
			.isEqualTo("cache; hit; key=\"a%0D%0ASet-Cookie: b%00\"");
		assertThat(new CacheStatus(this.cache, "x".repeat(10_000), Disclosure.WITH_KEY)
			.of(new CachedValue("value", 0, false))).isEqualTo("cache; hit; ttl=0; key=\"" + "x".repeat(200) + "\"");
		assertThat(new CacheStatus(this.cache, "\uD800", Disclosure.WITH_KEY).of(new CachedValue("value", 0, false)))
			.endsWith("key=\"%3F\"");
	}

	@Test
	void writesTheTtlOfTheServedValueOnly() {
		try (TestCaches stale = TestCaches.of(10, "ttl='10s' stale-if-error='1h'")) {
			stale.cache().put("key", "old");
			stale.clock().advance(Duration.ofMillis(10_001));
			assertThat(stale.cache().<String>get("key", () -> {
				throw new IllegalStateException("down");
			})).isEqualTo("old");
			assertThat(CacheStatus.of(CacheLookup.get(), Disclosure.WITH_KEY))
				.isEqualTo("cache; hit; ttl=-1; detail=stale-if-error; key=\"key\"");
			stale.cache().put("key", "new");
			assertThat(CacheStatus.of(CacheLookup.get(), Disclosure.WITH_KEY))
				.isEqualTo("cache; hit; detail=stale-if-error; key=\"key\"");
		}
	}

	@Test
	void writesTheResultOfALookup() {
		CacheLookup.forget();
		assertThat(CacheStatus.of(CacheLookup.get(), Disclosure.WITH_KEY)).isNull();
		this.cache.get("key", () -> "value");
		assertThat(CacheStatus.of(CacheLookup.get(), Disclosure.WITH_KEY))
			.isEqualTo("cache; fwd=miss; stored; ttl=10; key=\"key\"");
		this.caches.clock().advance(Duration.ofMillis(1));
		this.cache.get("key");
		assertThat(CacheStatus.of(CacheLookup.get(), Disclosure.WITH_KEY)).isEqualTo("cache; hit; ttl=9; key=\"key\"");
		this.cache.get("absent");
		assertThat(CacheStatus.of(CacheLookup.get(), Disclosure.WITH_KEY)).isEqualTo("cache; fwd=miss; key=\"absent\"");
	}

}
