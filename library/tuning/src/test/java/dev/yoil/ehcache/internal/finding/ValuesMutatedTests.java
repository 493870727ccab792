package dev.yoil.ehcache.internal.finding;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.whatif.CacheSimulations;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.StaticListableBeanFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ValuesMutatedTests {

	private final TestCaches caches = TestCaches.of(5_000, "ttl='1h'");

	private final EhCacheCache cache = this.caches.cache();

	private final ValueSampler sampler = new ValueSampler(
			new InspectedCaches(List.of(this.caches.manager()), this.caches.clock()));

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void findsAListThatACallerChanged() {
		this.cache.put("MONDAY", list("a"));
		step();
		cached("MONDAY").add("b");
		assertThat(findings()).isEmpty();
		step();
		Finding finding = findings().get(0);
		assertThat(finding.rule()).isEqualTo(Rule.VALUES_MUTATED);
		assertThat(finding.cache()).isEqualTo("cache");
		assertThat(finding.message()).contains("java.util.ArrayList", "MONDAY");
		assertThat(finding.remedy()).contains("List.copyOf");
		assertThat(finding.evidence()).isEqualTo(Map.of("type", "java.util.ArrayList", "key", "MONDAY", "detectedAt",
				this.caches.clock().instant().toString(), "changes", 1L));
	}

	@Test
	void countsFurtherChangesAndKeepsTheFinding() {
		this.cache.put("MONDAY", list("a"));
		step();
		cached("MONDAY").add("b");
		step();
		cached("MONDAY").add("c");
		step();
		this.cache.clear();
		step();
		assertThat(findings()).singleElement()
			.satisfies((finding) -> assertThat(finding.evidence()).containsEntry("changes", 2L));
	}

	@Test
	void ignoresNewValuesAndThoseThatHaveLeft() {
		this.cache.put("MONDAY", list("a"));
		step();
		List<String> replaced = cached("MONDAY");
		this.cache.put("MONDAY", list("a", "b"));
		step();
		List<String> evicted = cached("MONDAY");
		this.cache.evict("MONDAY");
		replaced.add("c");
		evicted.add("c");
		step();
		assertThat(findings()).isEmpty();
	}

	@Test
	void reachesAllUsedEntriesInTurn() {
		IntStream.range(0, 3_000).forEach((key) -> this.cache.put(key, list("a")));
		int steps = 0;
		while (findings().isEmpty() && steps++ < 1_000) {
			cached(2_900).add("b");
			IntStream.range(0, 200).forEach(this.cache::get);
			step();
		}
		assertThat(steps).isBetween(2, 60);
		assertThat(findings().get(0).evidence()).containsEntry("key", "2900");
	}

	@Test
	void leavesNoTrace() {
		this.cache.put("MONDAY", list("a"));
		this.cache.get("MONDAY");
		EntryIndex index = this.cache.unwrap(EntryIndex.class);
		long accessed = index.find("MONDAY").lastAccessedAt();
		CacheStatistics before = this.cache.statistics();
		step();
		step();
		assertThat(this.cache.statistics()).isEqualTo(before);
		assertThat(index.find("MONDAY").lastAccessedAt()).isEqualTo(accessed);
		assertThat(index.find("MONDAY").hits()).isEqualTo(1);
	}

	@Test
	void keepsNoValueThatHasLeft() {
		WeakReference<Object> value = stored();
		step();
		this.cache.put("MONDAY", list("b"));
		await().until(() -> {
			System.gc();
			return value.get() == null;
		});
	}

	private WeakReference<Object> stored() {
		List<String> list = list("a");
		this.cache.put("MONDAY", list);
		return new WeakReference<>(list);
	}

	private static List<String> list(String... elements) {
		return new ArrayList<>(List.of(elements));
	}

	@SuppressWarnings("unchecked") // the test stores lists only
	private List<String> cached(Object key) {
		return (List<String>) this.cache.get(key).get();
	}

	private void step() {
		this.caches.clock().advance(ValueSampler.STEP);
		this.sampler.sample();
	}

	private List<Finding> findings() {
		InspectedCaches inspected = new InspectedCaches(List.of(this.caches.manager()), this.caches.clock());
		return new CacheFindings(inspected, this.sampler, new CacheSimulations(inspected),
				new StaticListableBeanFactory().getBeanProvider(FindingSource.class))
			.all();
	}

}
