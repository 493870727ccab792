package dev.yoil.webtoon;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.tables.ForgottenEviction;
import dev.yoil.ehcache.internal.tables.TableWatch;
import dev.yoil.webtoon.CachingDocument.CacheKey;
import dev.yoil.webtoon.CachingDocument.CacheRow;
import dev.yoil.webtoon.CachingDocument.KeyPattern;
import dev.yoil.webtoon.CachingScenarios.Scenario;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tables of {@code docs/site/caching.md}, compared with the service.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CachingTableTests {

	private CachingDocument document;

	/** 45 for each day: two pages. */
	@RegisterExtension
	private final RunningService service = RunningService.shared("--yoil.sample-webtoons=315",
			"--yoil.ehcache.tables=watch");

	private FilledCaches caches;

	private CachingScenarios scenarios;

	@BeforeAll
	void start() throws Exception {
		this.document = CachingDocument.read();
		this.caches = new FilledCaches(this.service);
		this.scenarios = new CachingScenarios(this.service);
	}

	@AfterEach
	void tidy() throws Exception {
		this.scenarios.tidy();
	}

	@Test
	void namesEveryCacheWithItsPolicy() throws Exception {
		Map<String, Map<String, String>> told = this.document.caches()
			.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (cache) -> cache.getValue().policy()));
		assertThat(told).isEqualTo(CachingDocument.configured());
		assertThat(this.document.caches().values()).extracting(CacheRow::calledHere).doesNotHaveDuplicates();
	}

	@Test
	void hasOneScenarioPerRow() {
		assertThat(this.document.rows().keySet()).isNotEmpty()
			.containsExactlyInAnyOrderElementsOf(this.scenarios.all().keySet());
	}

	@ParameterizedTest
	@MethodSource
	void matchesTheService(String change) throws Exception {
		Scenario scenario = this.scenarios.all().get(change);
		assertThat(scenario).as("No scenario makes this change").isNotNull();
		scenario.given().run();
		Instant begun = this.service.clock().instant();
		Map<String, String> before = this.caches.fill();
		Set<CacheKey> full = this.caches.keys();
		Set<CacheKey> leaving = expanded(this.document.rows().get(change), full);
		this.service.clock().advance(Duration.ofSeconds(1));

		scenario.change().run();

		assertThat(this.caches.removed()).containsExactlyInAnyOrderElementsOf(leaving);
		assertThat(this.caches.keys())
			.containsExactlyInAnyOrderElementsOf(full.stream().filter((key) -> !leaving.contains(key)).toList());
		Map<String, String> after = this.caches.read();
		assertThat(after.equals(before)).as("Nothing is to be seen of it").isEqualTo(leaving.isEmpty());
		boolean ofReader = change.startsWith("a reader ");
		Map<String, String> present = this.caches.fill();
		assertThat(ofReader ? FilledCaches.withoutRankings(after) : after).as("cached and loaded responses are equal")
			.isEqualTo(ofReader ? FilledCaches.withoutRankings(present) : present);
		assertThat(forgotten(begun)).isEmpty();
	}

	@Test
	void findsAWriteThatEvictsNothing() throws Exception {
		this.caches.fill();
		// The removals of this thread belong to no later write.
		this.service.clock().advance(TableWatch.PATIENCE.plusSeconds(1));

		this.service.bean(JdbcClient.class).sql("update webtoon set synopsis = synopsis where id = 1").update();

		List<ForgottenEviction> forgotten = forgotten(this.service.clock().instant());
		assertThat(forgotten).allSatisfy((found) -> {
			assertThat(found.table()).isEqualTo("webtoon");
			assertThat(found.place()).startsWith(
					CachingTableTests.class.getName() + ".findsAWriteThatEvictsNothing(CachingTableTests.java:");
		});
		assertThat(forgotten).extracting(ForgottenEviction::cache)
			.containsExactlyInAnyOrder("findWebtoonsByPublishDay", "findWebtoonPagesByPublishDay");
	}

	/** Returns the writes without an eviction, except from the rankings. */
	private List<ForgottenEviction> forgotten(Instant since) {
		this.service.clock().advance(TableWatch.PATIENCE);
		TableWatch watch = this.service.bean(TableWatch.class);
		watch.step();
		return this.service.bean(EhCacheCacheManager.class)
			.caches()
			.stream()
			.filter((cache) -> !TableWatch.isBrief(cache))
			.flatMap((cache) -> watch.forgotten(cache.getName()).stream())
			.filter((found) -> !found.lastAt().isBefore(since))
			.toList();
	}

	Stream<String> matchesTheService() {
		return this.document.rows().keySet().stream();
	}

	private static Set<CacheKey> expanded(List<KeyPattern> patterns, Set<CacheKey> keys) {
		assertThat(patterns).allSatisfy((pattern) -> assertThat(keys).anyMatch(pattern::matches));
		return keys.stream()
			.filter((key) -> patterns.stream().anyMatch((pattern) -> pattern.matches(key)))
			.collect(Collectors.toSet());
	}

}
