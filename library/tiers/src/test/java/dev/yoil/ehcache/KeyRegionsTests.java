package dev.yoil.ehcache;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.StableText;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.spi.CacheValidity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.SimpleKey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The part of a cache that other instances remove after a write of a key without a
 * region.
 */
class KeyRegionsTests {

	private static String language = "en";

	private static final Set<String> WHOLE_CACHE = Set.of("cache#");

	private final CacheValidity regions = Regions.alone().cache("cache", null);

	static List<Object> keysWithStableText() {
		return Arrays.asList("text", 1L, 'c', true, DayOfWeek.MONDAY, UUID.randomUUID(), LocalDate.EPOCH, Duration.ZERO,
				new Pair("a", DayOfWeek.MONDAY), List.of(1, List.of("a")), SimpleKey.EMPTY,
				new SimpleKey("a", null, new int[] { 1 }, List.of(new Pair(1, null))), new Pair(0.5f, -1e9),
				List.of(List.of(), ZonedDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneId.of("Asia/Seoul"))),
				new SimpleKey(new Object[] { new String[] { "a" }, new long[0] }, Locale.KOREA));
	}

	/** Keys that are equal on all instances, and whose {@code toString()} is not. */
	static List<Function<String, Object>> keysWithTextsOfTheirOwn() {
		return List.of((locale) -> new Localized(5), (locale) -> Month.MAY, (locale) -> List.of(new Localized(6)),
				(locale) -> new SimpleKey(Month.MAY, new Object[] { Month.MAY }), (locale) -> new Pair(Month.MAY, 1),
				(locale) -> locale.equals("en") ? new ArrayList<>(List.of(7)) : new Shown(List.of(7)));
	}

	static List<Object> otherKeys() {
		return List.of(Set.of("a", "b"), Map.of("a", 1), new Object(), new int[] { 1 }, new Pair("a", Set.of("b", "c")),
				List.of(Set.of(1, 2)), new SimpleKey("a", Map.of("b", 1)), new Pair("a", new Object[0]),
				new Caseless("a"), new CaselessForGood("a"), new Pair("a", new CaselessForGood("b")));
	}

	@ParameterizedTest
	@MethodSource("keysWithStableText")
	void useOnePartForAKeyWithAStableText(Object key) {
		assertThat(this.regions.regions(key)).hasSize(1).isNotEqualTo(WHOLE_CACHE);
	}

	/** Then instances of an earlier release agree about the part. */
	@ParameterizedTest
	@MethodSource("keysWithStableText")
	void useTheTextOfTheJdk(Object key) {
		assertThat(StableText.of(key)).isEqualTo(key.toString());
	}

	@ParameterizedTest
	@MethodSource("keysWithTextsOfTheirOwn")
	void useTheSamePartWhateverToStringReturns(Function<String, Object> key) {
		Object here = key.apply("en");
		Set<String> part = this.regions.regions(here);
		language = "ko";
		try {
			Object there = key.apply("ko");
			assertThat(there).isEqualTo(here);
			assertThat(this.regions.regions(there)).isEqualTo(part).isNotEqualTo(WHOLE_CACHE);
		}
		finally {
			language = "en";
		}
	}

	@ParameterizedTest
	@MethodSource("otherKeys")
	void useTheWholeCacheForOtherKeys(Object key) {
		assertThat(this.regions.regions(key)).isEqualTo(WHOLE_CACHE);
	}

	@ParameterizedTest
	@MethodSource("patterns")
	void distributeKeysEvenly(Function<Integer, Object> pattern) {
		Map<Set<String>, Long> keys = IntStream.range(0, 10_000)
			.mapToObj((number) -> this.regions.regions(pattern.apply(number)))
			.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
		assertThat(keys).hasSize(64);
		assertThat(keys.values()).as("of 156 on average").allMatch((count) -> count > 120 && count < 200);
	}

	static List<Function<Integer, Object>> patterns() {
		return List.of((number) -> number, (number) -> "webtoon-" + number,
				(number) -> new SimpleKey(number % 100, number / 100), (number) -> new Pair(number, DayOfWeek.MONDAY));
	}

	/** Also before anything is loaded that could not be evicted. */
	@ParameterizedTest
	@MethodSource("invalid")
	void refuseInvalidNames(Set<String> names, String message) {
		RegionKey key = () -> names;
		try (SharingInstances instances = new SharingInstances(Duration.ofMinutes(10))) {
			Cache transactional = instances.a.manager.getCache("cache");
			Stream
				.<Consumer<Cache>>of((cache) -> cache.get(key, () -> "loaded"), (cache) -> cache.put(key, "put"),
						(cache) -> cache.putIfAbsent(key, "put"), (cache) -> cache.evict(key),
						(cache) -> cache.evictIfPresent(key),
						(cache) -> BulkOperations.of(cache).getAll(List.of(key), (missing) -> Map.of(key, "loaded")))
				.flatMap((use) -> Stream.<Runnable>of(() -> use.accept(instances.a.cache),
						() -> instances.transaction.executeWithoutResult((status) -> use.accept(transactional))))
				.forEach((use) -> assertThatIllegalArgumentException().isThrownBy(use::run)
					.withMessageContaining(message));
			assertThat(instances.a.cache.get(key)).isNull();
		}
	}

	static Stream<Arguments> invalid() {
		return Stream.of(Arguments.of(Set.of(""), "Invalid region name of 0 characters"),
				Arguments.of(Set.of("valid", "x".repeat(201)), "Invalid region name of 201 characters"),
				Arguments.of(Set.of("#1 row"), "Invalid region name '#1 row'"),
				Arguments.of(Set.of(), "names no region"));
	}

	@Test
	void removeAnEqualKeyWithAnotherTextOnOtherInstances() {
		try (SharingInstances instances = new SharingInstances(Duration.ofMinutes(10))) {
			for (int number = 0; number < 20; number++) {
				instances.b.cache.put(new LinkedHashSet<>(List.of("a", number)), "stale");
				instances.a.regions.catchUp();
				instances.a.cache.evict(new LinkedHashSet<>(List.of(number, "a")));
				instances.b.regions.catchUp();
				assertThat(instances.b.cache.get(Set.of("a", number))).isNull();
			}
		}
	}

	record Pair(Object first, Object second) {
	}

	record Localized(int id) {

		@Override
		public String toString() {
			return language + this.id;
		}

	}

	enum Month {

		MAY;

		@Override
		public String toString() {
			return language.equals("en") ? "May" : "5월";
		}

	}

	/** A list with a text of its own. */
	private static final class Shown extends ArrayList<Object> {

		Shown(List<?> elements) {
			super(elements);
		}

		@Override
		public String toString() {
			return size() + " elements";
		}

	}

	/** Its {@code equals} looks like one of the compiler. */
	record CaselessForGood(String text) {

		@Override
		public final boolean equals(Object other) {
			return other instanceof CaselessForGood that && this.text.equalsIgnoreCase(that.text);
		}

		@Override
		public final int hashCode() {
			return this.text.toLowerCase(Locale.ROOT).hashCode();
		}

	}

	record Caseless(String text) {

		@Override
		public boolean equals(Object other) {
			return other instanceof Caseless that && this.text.equalsIgnoreCase(that.text);
		}

		@Override
		public int hashCode() {
			return this.text.toLowerCase(Locale.ROOT).hashCode();
		}

	}

}
