package dev.yoil.lab.service;

import java.util.Map;

import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Series;
import dev.yoil.lab.service.Reading.Figure;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ReadingTests {

	private static final long SECOND = 1_000_000_000L;

	@Test
	void picksTheFiguresOfThePortOfTheLoad() {
		Map<Figure, Double> figures = Reading.of(Metrics.parse("""
				tomcat_global_request_seconds_count{name="http-nio-127.0.0.1-8080"} 120
				tomcat_global_request_seconds_count{name="http-nio-127.0.0.1-18080"} 9
				tomcat_threads_busy_threads{name="http-nio-127.0.0.1-8080"} 5.0
				tomcat_threads_busy_threads{name="http-nio-127.0.0.1-18080"} 1.0
				# HELP hikaricp_connections_active the number of active connections
				hikaricp_connections_active{pool="HikariPool-1"} 4.0
				hikaricp_connections_pending{pool="HikariPool-1"} NaN
				hikaricp_connections_usage_seconds_count{pool="HikariPool-1"} 30
				hikaricp_connections_usage_seconds_sum{pool="HikariPool-1"} 1.5
				cache_loads_seconds_count{cache="a",result="failure"} 1
				cache_loads_seconds_count{cache="a",result="success"} 2
				cache_loads_seconds_sum{cache="a",result="failure"} 0.5
				cache_loads_seconds_sum{cache="a",result="success"} 0.25
				cache_loads_shared_total{cache="a"} 3.0
				cache_stale_served_total{cache="a"} 4.0
				jvm_memory_used_bytes{area="heap",id="G1 Eden Space"} 3.0E7
				jvm_memory_used_bytes{id="\\"quoted\\" with }",area="heap"} 2.0E7 1700000000000
				jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 9.0E7
				jvm_gc_pause_seconds_sum{cause="a"} 0.02
				jvm_gc_pause_seconds_sum{cause="b"} 0.01
				"""), 8080);
		assertThat(figures).containsEntry(Figure.REQUESTS, 120.0)
			.containsEntry(Figure.BUSY, 5.0)
			.containsEntry(Figure.ACTIVE, 4.0)
			.containsEntry(Figure.USES, 30.0)
			.containsEntry(Figure.USAGE_TIME, 1.5)
			.containsEntry(Figure.LOADS, 3.0)
			.containsEntry(Figure.LOAD_TIME, 0.75)
			.containsEntry(Figure.SHARED, 3.0)
			.containsEntry(Figure.STALE, 4.0)
			.containsEntry(Figure.HEAP, 5e7)
			.doesNotContainKeys(Figure.HITS, Figure.MISSES, Figure.PENDING);
		assertThat(figures.get(Figure.PAUSES)).isCloseTo(0.03, within(1e-9));
	}

	@Test
	void tellsWhatWasAddedPerSecondOfTheTimeThatReallyWentBy() {
		Reading before = new Reading(SECOND, Map.of(Figure.REQUESTS, 100.0, Figure.USES, 10.0, Figure.USAGE_TIME, 1.0,
				Figure.PAUSES, 0.5, Figure.LOAD_TIME, 0.1, Figure.SERVICE_CPU, 7.0));
		Reading now = new Reading(3 * SECOND,
				Map.of(Figure.REQUESTS, 300.0, Figure.USES, 14.0, Figure.USAGE_TIME, 1.2, Figure.PAUSES, 0.6,
						Figure.LOAD_TIME, 0.3, Figure.SERVICE_CPU, 10.0, Figure.ACTIVE, 5.0, Figure.HEAP, 5e7));
		Sample sample = now.since(before, 0);
		assertThat(sample.at()).isEqualTo(3);
		assertThat(sample.values()).containsOnlyKeys(Series.REQUESTS, Series.POOL_USES, Series.POOL_USAGE,
				Series.GC_PAUSE, Series.CACHE_LOAD_TIME, Series.CPU_SERVICE, Series.POOL_ACTIVE, Series.HEAP);
		assertThat(sample.values().get(Series.REQUESTS)).isEqualTo(100);
		assertThat(sample.values().get(Series.POOL_USES)).isEqualTo(2);
		assertThat(sample.values().get(Series.POOL_USAGE)).isCloseTo(50, within(1e-6));
		assertThat(sample.values().get(Series.GC_PAUSE)).isCloseTo(50, within(1e-6));
		assertThat(sample.values().get(Series.CACHE_LOAD_TIME)).isCloseTo(100, within(1e-6));
		assertThat(sample.values().get(Series.CPU_SERVICE)).isEqualTo(1.5);
		assertThat(sample.values().get(Series.POOL_ACTIVE)).isEqualTo(5);
		assertThat(sample.values().get(Series.HEAP)).isEqualTo(50);
	}

	@Test
	void tellsWhichPartOfAProcessorTheBusiestThreadHad() {
		Reading before = new Reading(SECOND, Map.of(), Map.of(1L, 90.0, 2L, 1.0, 4L, 8.0));
		Reading now = new Reading(3 * SECOND, Map.of(), Map.of(1L, 90.2, 2L, 2.8, 3L, 7.0));
		assertThat(now.since(before, 0).values()).containsOnlyKeys(Series.CPU_THREAD)
			.hasEntrySatisfying(Series.CPU_THREAD, (used) -> assertThat(used).isCloseTo(0.9, within(1e-9)));
	}

	@Test
	void countsWhatWasNotThereBeforeFromZero() {
		Reading before = new Reading(0, Map.of());
		Reading now = new Reading(SECOND, Map.of(Figure.REQUESTS, 50.0, Figure.ACQUIRES, 4.0, Figure.ACQUIRE_TIME, 0.2,
				Figure.USES, 3.0, Figure.USAGE_TIME, 0.3, Figure.DROPS, 2.0));
		Counted counted = now.countedSince(before, 6);
		assertThat(counted.requests()).isEqualTo(50);
		assertThat(counted.poolUses()).isEqualTo(3);
		assertThat(counted.poolAcquire()).isCloseTo(50, within(1e-6));
		assertThat(counted.poolUsage()).isCloseTo(100, within(1e-6));
		assertThat(counted.poolPendingMax()).isEqualTo(6);
		assertThat(counted.listenDrops()).isEqualTo(2);
	}

	@Test
	void isQuietWhenNobodyWorksAndNothingWasCounted() {
		Reading idle = new Reading(0, Map.of(Figure.REQUESTS, 5.0, Figure.BUSY, 0.0));
		Reading busy = new Reading(0, Map.of(Figure.REQUESTS, 5.0, Figure.BUSY, 1.0));
		Reading more = new Reading(0, Map.of(Figure.REQUESTS, 6.0, Figure.BUSY, 0.0));
		assertThat(idle.isQuietSince(idle)).isTrue();
		assertThat(idle.isQuietSince(busy)).isTrue();
		assertThat(busy.isQuietSince(idle)).isFalse();
		assertThat(more.isQuietSince(idle)).isFalse();
	}

}
