package dev.yoil.ehcache.internal.finding;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.yoil.ehcache.internal.finding.Rule.CAPACITY_TOO_SMALL;
import static dev.yoil.ehcache.internal.finding.Rule.LOADS_NOT_SHARED;
import static dev.yoil.ehcache.internal.finding.Rule.LOADS_OUTLAST_ENTRIES;
import static dev.yoil.ehcache.internal.finding.Rule.NEVER_HIT;
import static dev.yoil.ehcache.internal.finding.Rule.READ_ONCE;
import static dev.yoil.ehcache.internal.finding.Rule.REFRESH_NEVER_ACTS;
import static dev.yoil.ehcache.internal.finding.Rule.REMOVALS_NEVER_MATCH;
import static dev.yoil.ehcache.internal.finding.Rule.TTI_NEVER_ACTS;
import static dev.yoil.ehcache.internal.finding.Rule.VALUES_TOO_LARGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/**
 * Findings as a table: a situation, the rule, its boundary, and what the finding says.
 */
class FindingTests {

	private static final String IDLE = "tti='10s' refresh-after='1m'";

	private static final String BYTES = "<heap unit='MB'>1</heap>";

	private static final Consumer<TestCaches> NOTHING = (caches) -> {
	};

	/**
	 * Traffic up to a boundary has no finding. Further traffic has one.
	 */
	@ParameterizedTest
	@MethodSource("findings")
	void isFound(Supplier<TestCaches> declared, Rule rule, Consumer<TestCaches> upToBoundary,
			Consumer<TestCaches> beyond, @Nullable String attribute, Map<String, ?> evidence, String text) {
		try (TestCaches caches = declared.get()) {
			if (upToBoundary != NOTHING) {
				upToBoundary.accept(caches);
				Findings.none(caches, rule);
			}
			beyond.accept(caches);
			Finding finding = Findings.of(caches, rule);
			assertThat(finding.attribute()).isEqualTo(attribute);
			assertThat(finding.evidence()).containsAllEntriesOf(evidence);
			assertThat(finding.message() + " " + finding.remedy()).contains(text.split(" \\.\\. "));
			assertThat(finding.severity())
				.isEqualTo((rule == TTI_NEVER_ACTS) ? Finding.Severity.NOTE : Finding.Severity.WARNING);
		}
	}

	static Stream<Arguments> findings() {
		return Stream.of(capacity(), loads(), neverHit(), readOnce(), refreshes(), tti(), removals(), large())
			.flatMap((rows) -> rows);
	}

	private static Stream<Arguments> capacity() {
		return Stream.of(finding("evicted keys are loaded again", of(100, "ttl='1h'"), CAPACITY_TOO_SMALL,
				(caches) -> load(caches, 0, 2_000),
				(caches) -> IntStream.range(0, 10).forEach((i) -> load(caches, 0, 150)), "heap",
				Map.of("capacity", 100L), "Raise <heap> in ehcache.xml:1 from 100."));
	}

	private static Stream<Arguments> loads() {
		return Stream.of(
				finding("one duplicate load in twenty", of(100, "ttl='1h'"), LOADS_NOT_SHARED,
						(caches) -> count(caches, 980, 49), (caches) -> count(caches, 20, 1), null,
						Map.of("duplicateLoads", 50L, "loads", 1_000L, "shareOfLoads", 0.05, "meanLoadMillis", 4.0,
								"sparedMillis", 200L),
						"50 of 1,000 loads (5 %) .. about 200 ms .. sync = true"),
				finding("loads longer than ttl", of(100, "ttl='2ms'"), LOADS_OUTLAST_ENTRIES,
						(caches) -> outlast(caches, 19, Duration.ofMinutes(1)),
						(caches) -> outlast(caches, 1, Duration.ofMinutes(1)), "ttl",
						Map.of("medianAgeMillis", 2L, "expired", 20), "ttl"),
				finding("loads longer than tti", of(100, "tti='2ms'"), LOADS_OUTLAST_ENTRIES,
						(caches) -> outlast(caches, 19, Duration.ofMillis(2)),
						(caches) -> outlast(caches, 1, Duration.ofMillis(2)), "tti", Map.of("expired", 20), "tti"));
	}

	private static Stream<Arguments> neverHit() {
		return Stream.of(
				finding("a thousand misses", of(10, "ttl='1h'"), NEVER_HIT, (caches) -> load(caches, 0, 999),
						(caches) -> load(caches, 999, 1_000), null, Map.of("misses", 1_000L, "hits", 0L), "keys"),
				finding("as many misses as fit", of(2_000, "ttl='1h'"), NEVER_HIT, (caches) -> load(caches, 0, 1_999),
						(caches) -> load(caches, 1_999, 2_000), null, Map.of("misses", 2_000L), "keys"),
				finding("misses after a bypass", of(10, "ttl='1h'"), NEVER_HIT, (caches) -> {
					bypassed(caches, () -> {
						load(caches, 0, 1_500);
						IntStream.range(0, 1_500).forEach((key) -> {
							caches.cache().get(key);
							caches.cache().retrieve(key, () -> CompletableFuture.completedFuture("value"));
						});
					});
					load(caches, 0, 999);
				}, (caches) -> load(caches, 999, 1_000), null, Map.of("misses", 1_000L), "keys"),
				finding("a capacity that is too small", of(1, "ttl='1h'"), NEVER_HIT, NOTHING, FindingTests::alternate,
						null, Map.of(), "capacity"));
	}

	private static Stream<Arguments> readOnce() {
		return Stream.of(
				finding("expiries without a hit", of(1_000, "ttl='1m'"), READ_ONCE, (caches) -> expire(caches, 199, 0),
						(caches) -> expire(caches, 1, 0), null,
						Map.of("removals", 200L, "neverRead", 200L, "hitRatio", 0.0), "200 (100 %)"),
				finding("evictions without a hit", of(10, "ttl='1h'"), READ_ONCE, (caches) -> load(caches, 0, 209),
						(caches) -> load(caches, 209, 210), null, Map.of("removals", 200L), "keys"));
	}

	private static Stream<Arguments> refreshes() {
		return Stream.concat(
				Stream.of("until='0 0 * * * *' refresh-after='1h'", "ttl='2h' until='0 0 * * * *' refresh-after='1h'")
					.map((policy) -> finding(policy, refreshed(policy), REFRESH_NEVER_ACTS, NOTHING, NOTHING,
							"refresh-after", Map.of(), "ends every entry before that age")),
				Stream.of(finding("entries idle out", refreshed(IDLE), REFRESH_NEVER_ACTS,
						(caches) -> idleOut(caches, 99, 2), (caches) -> idleOut(caches, 1, 2), "refresh-after",
						Map.of("idledOut", 100L, "oldestReadMillis", 0L), "tti=\"10s\"")));
	}

	private static Stream<Arguments> tti() {
		return Stream
			.of(Map.entry("ttl='200s' tti='200s'", "ttl=\"200s\""),
					Map.entry("until='0 0 0 * * *' tti='24h' zone='UTC'", "until=\"0 0 0 * * *\""),
					Map.entry("ttl='2h' until='0 0 * * * *' tti='1h'", "until=\"0 0 * * * *\""),
					Map.entry("until='0 0 0 * * *' tti='25h' zone='Europe/Berlin'", "until=\"0 0 0 * * *\""))
			.map((row) -> finding(row.getKey(), of(10, row.getKey()), TTI_NEVER_ACTS, NOTHING, NOTHING, "tti",
					Map.of("endedBy", row.getValue()), row.getValue()));
	}

	private static Stream<Arguments> removals() {
		return Stream.of(finding("keys of another type", of(100, "ttl='1h'"), REMOVALS_NEVER_MATCH, (caches) -> {
			caches.cache().get("7", () -> "value");
			evict(caches, 99);
		}, (caches) -> caches.cache().evictIfPresent(7), null,
				Map.of("removalRequests", 100L, "removalRequestsMatched", 0L, "unmatchedKey", "7", "presentKey", "7",
						"unmatchedKeyType", "java.lang.Integer", "presentKeyType", "java.lang.String"),
				"@CacheEvict"),
				finding("keys of the same type", of(100, "ttl='1h'"), REMOVALS_NEVER_MATCH, (caches) -> {
					caches.cache().get("MONDAY/1", () -> "value");
					IntStream.range(0, 999).forEach((i) -> caches.cache().evict("1/MONDAY"));
				}, (caches) -> caches.cache().evict("2/MONDAY"), null, Map.of("removalRequests", 1_000L),
						"2/MONDAY .. MONDAY/1"),
				finding("matches of operators only", of(100, "ttl='1h'"), REMOVALS_NEVER_MATCH, NOTHING, (caches) -> {
					EhCacheCache cache = caches.cache();
					load(caches, "7", "8");
					evict(caches, 2_000);
					CacheOperations operations = cache.unwrap(CacheOperations.class);
					assertThat(operations.remove("7"::equals, "admin").count()).isEqualTo(1);
					assertThat(operations.remove(cache.unwrap(EntryIndex.class).find("8").sequence(), "admin").count())
						.isEqualTo(1);
					load(caches, "7");
				}, null, Map.of("removalRequests", 2_000L, "removalRequestsMatched", 0L), "@CacheEvict"));
	}

	private static Stream<Arguments> large() {
		return Stream.of(
				finding("not all objects are counted", () -> TestCaches.declaring(BYTES), VALUES_TOO_LARGE,
						(caches) -> caches.cache().put("key", new byte[1_000]), (caches) -> put(caches, 20_000), "heap",
						Map.of("values", 1L, "mostly", "java.lang.Object", "counted", 10_000L),
						"only 10,000 of each are counted .. java.util.ImmutableCollections$List .. "
								+ "most of its objects are of type java.lang.Object .. @IgnoreSizeOf .. ehcache.xml:"),
				finding("too many objects to be cached", () -> TestCaches.declaring(BYTES
						+ "<heap-store-settings><max-object-graph-size>9</max-object-graph-size></heap-store-settings>"),
						VALUES_TOO_LARGE, NOTHING, (caches) -> put(caches, 20), "heap", Map.of("values", 1L),
						"they are not cached"),
				finding("larger than the heap", () -> TestCaches.declaring(BYTES), VALUES_TOO_LARGE, NOTHING,
						(caches) -> caches.cache().put("key", new byte[2 << 20]), "heap",
						Map.of("type", "byte[]", "values", 1L),
						"1 values were too large to be cached. The last one was of type byte[]."));
	}

	private static Arguments finding(String situation, Supplier<TestCaches> declared, Rule rule,
			Consumer<TestCaches> upToBoundary, Consumer<TestCaches> beyond, @Nullable String attribute,
			Map<String, ?> evidence, String text) {
		return argumentSet(rule + ", " + situation, declared, rule, upToBoundary, beyond, attribute, evidence, text);
	}

	@ParameterizedTest
	@MethodSource
	void isNotFound(Supplier<TestCaches> declared, Rule rule, Consumer<TestCaches> traffic) {
		try (TestCaches caches = declared.get()) {
			traffic.accept(caches);
			Findings.none(caches, rule);
		}
	}

	static Stream<Arguments> isNotFound() {
		Stream<Arguments> use = Stream
			.of(none("keys would have expired", of(100, "ttl='1m'"), CAPACITY_TOO_SMALL, (caches) -> {
				for (int i = 0; i < 10; i++) {
					load(caches, 0, 150);
					caches.clock().advance(Duration.ofMinutes(2));
				}
			}), none("evicted keys were removed", of(100, "ttl='1h'"), CAPACITY_TOO_SMALL, (caches) -> {
				load(caches, 0, 150);
				evict(caches, 150);
				load(caches, 0, 100);
				caches.cache().clear();
				load(caches, 0, 100);
			}), none("a small share of duplicates", of(100, "ttl='1h'"), LOADS_NOT_SHARED,
					(caches) -> count(caches, 1_001, 50)),
					none("loads shorter than ttl", of(100, "ttl='1h'"), LOADS_OUTLAST_ENTRIES,
							(caches) -> outlast(caches, 40, Duration.ofHours(2))),
					none("a hit", of(10, "ttl='1h'"), NEVER_HIT, (caches) -> {
						load(caches, 0, 1_500);
						load(caches, 1_499, 1_500);
					}), none("a capacity that is too small", of(1, "ttl='1h'"), READ_ONCE, FindingTests::alternate),
					none("one read entry in five", of(1_000, "ttl='1m'"), READ_ONCE,
							(caches) -> expire(caches, 400, 80)),
					none("a high hit ratio", of(1_000, "tti='1m'"), READ_ONCE, (caches) -> {
						IntStream.range(0, 1_000).forEach((i) -> load(caches, "start page"));
						expire(caches, 400, 0);
					}), none("misses of a bypass", of(1_000, "tti='1m'"), READ_ONCE, (caches) -> {
						IntStream.range(0, 1_000).forEach((i) -> load(caches, "start page"));
						expire(caches, 400, 0);
						bypassed(caches, () -> IntStream.range(0, 1_000).forEach((i) -> load(caches, "start page")));
						assertThat(caches.cache().statistics().hitRatio()).isLessThan(0.5);
					}), none("removals by callers", of(1_000, "ttl='1m'"), READ_ONCE, (caches) -> {
						load(caches, 0, 500);
						evict(caches, 500);
					}), none("a refresh", refreshed(IDLE), REFRESH_NEVER_ACTS, (caches) -> {
						for (int i = 0; i < 15; i++) {
							load(caches, "kept");
							caches.clock().advance(Duration.ofSeconds(5));
						}
						assertThat(caches.cache().statistics().loads()).isEqualTo(2);
						idleOut(caches, 200, 2);
					}),
					none("unread entries", refreshed(IDLE), REFRESH_NEVER_ACTS, (caches) -> idleOut(caches, 200, 1)),
					none("a match", of(100, "ttl='1h'"), REMOVALS_NEVER_MATCH, (caches) -> {
						load(caches, "7", 7);
						caches.cache().evict(7);
						evict(caches, 2_000);
					}), none("removals during a bypass", of(100, "ttl='1h'"), REMOVALS_NEVER_MATCH, (caches) -> {
						bypassed(caches, () -> evict(caches, 2_000));
						load(caches, "7");
					}), none("removed keys are read later", of(100, "ttl='1h'"), REMOVALS_NEVER_MATCH, (caches) -> {
						load(caches, "7");
						evict(caches, 2_000);
						load(caches, 1_999);
					}));
		Stream<Arguments> policies = Stream
			.of("ttl='200s' refresh-after='150s'", "ttl='30s' until='0 0 0 * * *' refresh-after='20s'", "ttl='200s'",
					"until='0 0 0 * * *' refresh-after='23h'")
			.map((policy) -> none(policy, refreshed(policy), REFRESH_NEVER_ACTS, NOTHING));
		Stream<Arguments> idle = Stream
			.of("ttl='200s' tti='199s'", "until='0 0 0 * * *' tti='24h' zone='Europe/Berlin'",
					"until='0 0 9-17 * * *' tti='2h'", "until='0 0 0 29 2 *' tti='8760h'")
			.map((policy) -> none(policy, of(10, policy), TTI_NEVER_ACTS, NOTHING));
		return Stream.of(use, policies, idle).flatMap((rows) -> rows);
	}

	private static Arguments none(String situation, Supplier<TestCaches> declared, Rule rule,
			Consumer<TestCaches> traffic) {
		return argumentSet(rule + ", " + situation, declared, rule, traffic);
	}

	@Test
	void hasTheNameOfTheInspection() {
		try (TestCaches caches = TestCaches.of(10, "ttl='1h'");
				TestCaches others = TestCaches.of(10, "ttl='1h' tti='1h'")) {
			InspectedCaches both = new InspectedCaches(List.of(caches.manager(), others.manager()), caches.clock());
			assertThat(Findings.all(both)).extracting(Finding::cache).containsOnly("cache@2");
		}
	}

	private static Supplier<TestCaches> of(int capacity, String policy) {
		return () -> TestCaches.of(capacity, policy);
	}

	private static Supplier<TestCaches> refreshed(String policy) {
		return () -> TestCaches.of(1_000, policy, Runnable::run);
	}

	private static void load(TestCaches caches, int from, int to) {
		IntStream.range(from, to).forEach((key) -> load(caches, (Object) key));
	}

	private static void load(TestCaches caches, Object... keys) {
		Stream.of(keys).forEach((key) -> caches.cache().get(key, () -> "value"));
	}

	private static void evict(TestCaches caches, int keys) {
		IntStream.range(0, keys).forEach(caches.cache()::evict);
	}

	private static void put(TestCaches caches, int objects) {
		caches.cache().put("key", Stream.generate(Object::new).limit(objects).toList());
	}

	private static void bypassed(TestCaches caches, Runnable traffic) {
		caches.cache().unwrap(CacheOperations.class).bypass("admin");
		traffic.run();
		caches.cache().unwrap(CacheOperations.class).endBypass();
	}

	private static void count(TestCaches caches, int loads, int duplicates) {
		EntryIndex index = caches.cache().unwrap(EntryIndex.class);
		IntStream.range(0, loads).forEach((i) -> index.counters().loaded(4_000_000));
		IntStream.range(0, duplicates).forEach((i) -> index.counters().duplicateLoad());
	}

	/** Two keys that evict each other. */
	private static void alternate(TestCaches caches) {
		for (int i = 0; i < 1_000; i++) {
			load(caches, i % 2, i % 2 + 1);
			caches.clock().advance(Duration.ofMillis(1));
		}
	}

	/** Loads take real time, at least two milliseconds. Entries age by the fake clock. */
	private static void outlast(TestCaches caches, int keys, Duration later) {
		IntStream.range(0, keys).forEach((key) -> caches.cache().get(key, () -> {
			long begun = System.nanoTime();
			while (System.nanoTime() - begun < 2_000_000) {
				LockSupport.parkNanos(2_000_000);
			}
			return "value";
		}));
		end(caches, keys, later);
	}

	/** Loads values, reads some again, and looks all up after their expiry. */
	private static void expire(TestCaches caches, int keys, int readAgain) {
		load(caches, 0, keys);
		load(caches, 0, readAgain);
		end(caches, keys, Duration.ofMinutes(1));
	}

	private static void idleOut(TestCaches caches, int keys, int times) {
		IntStream.range(0, times).forEach((i) -> load(caches, 0, keys));
		end(caches, keys, Duration.ofSeconds(10));
	}

	private static void end(TestCaches caches, int keys, Duration later) {
		caches.clock().advance(later);
		IntStream.range(0, keys).forEach((key) -> assertThat(caches.cache().get(key)).isNull());
	}

}
