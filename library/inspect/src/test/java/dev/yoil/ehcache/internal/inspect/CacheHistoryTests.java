package dev.yoil.ehcache.internal.inspect;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.inspect.HistorySnapshot.Sample;
import dev.yoil.ehcache.statistics.CacheStatistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

class CacheHistoryTests {

	private final TestCaches caches = TestCaches.of(2, "ttl='10s'");

	private final EhCacheCache cache = this.caches.cache();

	private final CacheHistory history = new CacheHistory(
			new InspectedCaches(List.of(this.caches.manager()), this.caches.clock()));

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void countsOperationsOfEachStep() {
		this.cache.put("before", "value");
		this.history.sample();
		assertThat(samples()).isEmpty();
		this.cache.get("before");
		this.cache.get("before");
		this.cache.get("nothing");
		this.cache.get("loaded", () -> "value");
		step();
		this.cache.put("one more", "value");
		this.cache.evict("one more");
		step();
		step();
		Instant start = Instant.parse("2026-11-21T03:00:00Z");
		assertThat(samples()).containsExactly(new Sample(start.plusSeconds(5), 2, 2, 2, 1, 0, 0, 0, 0, 0, 0),
				new Sample(start.plusSeconds(10), 1, 0, 0, 0, 0, 0, 0, 1, 0, 1),
				new Sample(start.plusSeconds(15), 1, 0, 0, 0, 0, 0, 0, 0, 0, 0));
		assertThat(this.history.of(this.cache).stepSeconds()).isEqualTo(5);
	}

	@Test
	void sumsTheLastMinuteQuarterOfAnHourAndHour() {
		step();
		this.cache.get("hour");
		// The hour begins with a whole minute.
		for (int number = 0; number < 719; number++) {
			step();
			if (number == 600) {
				assertThatExceptionOfType(ValueRetrievalException.class)
					.isThrownBy(() -> this.cache.get("quarter", () -> {
						throw new IOException("Connection refused");
					}));
			}
		}
		assertThat(this.history.recent(this.cache)).containsExactly(entry("1m", new RecentActivity(0, 0, null, 0, 0)),
				entry("15m", new RecentActivity(0, 1, 0.0, 1, 0)), entry("60m", new RecentActivity(0, 2, 0.0, 1, 0)));
		this.cache.put("key", "value");
		this.cache.get("key");
		step();
		assertThat(this.history.recent(this.cache)).containsExactly(entry("1m", new RecentActivity(1, 0, 1.0, 0, 0)),
				entry("15m", new RecentActivity(1, 1, 0.5, 1, 0)), entry("60m", new RecentActivity(1, 1, 0.5, 1, 0)));
	}

	@Test
	void tellsTheMinutesOfAnHour() {
		step();
		for (int minute = 1; minute <= 61; minute++) {
			for (int number = 0; number < minute; number++) {
				this.cache.get("key " + minute, () -> "value");
			}
			minute();
		}
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("begun", () -> {
			throw new IOException("Connection refused");
		}));
		step();
		HourSnapshot hour = this.history.hour();
		assertThat(hour.stepSeconds()).isEqualTo(60);
		HourSnapshot.Series series = hour.caches().get(this.cache.getName());
		assertThat(series.hitRatio()).hasSize(60).startsWith(0.667, 0.75).endsWith(0.984, 0.0);
		assertThat(series.failedLoads()).hasSize(60).endsWith(0L, 1L);
		assertThat(series.loadP95Millis()).hasSize(60).endsWith((Double) null).element(58).isNotNull();
		minute();
		minute();
		series = this.history.hour().caches().get(this.cache.getName());
		assertThat(series.hitRatio()).endsWith(0.0, null, null);
		assertThat(series.loadP95Millis()).endsWith(null, null, null);
	}

	@Test
	void showsAQuarterOfAnHour() {
		for (int number = 0; number <= 200; number++) {
			step();
		}
		assertThat(samples()).hasSize(180);
		assertThat(Duration.between(samples().get(0).at(), this.caches.clock().instant()))
			.isEqualTo(Duration.ofSeconds(179 * 5));
	}

	@Test
	void continuesIfTheClockIsSetBack() {
		step();
		this.cache.get("nothing");
		step();
		this.caches.clock().advance(Duration.ofDays(-1));
		this.cache.get("nothing");
		step();
		assertThat(samples()).extracting(Sample::misses).containsExactly(1L, 1L);
		assertThat(samples().get(1).at()).isBefore(samples().get(0).at());
	}

	@Test
	void countsNoFailureIfTheValueIsGone() {
		step();
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("gone", () -> {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}));
		step();
		assertThat(samples()).singleElement().extracting(Sample::loads, Sample::failedLoads).containsExactly(1L, 0L);
	}

	@Test
	void neverCountsBackwards() {
		CacheStatistics many = new CacheStatistics(9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0);
		CacheStatistics few = new CacheStatistics(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0);
		assertThat(Sample.between(many, few, 3, Instant.EPOCH))
			.isEqualTo(new Sample(Instant.EPOCH, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0));
	}

	@Test
	void restartsForCachesThatAreCreatedAgain() {
		this.cache.get("nothing");
		step();
		this.caches.manager().afterPropertiesSet();
		assertThat(samples()).isEmpty();
		step();
		step();
		assertThat(samples()).extracting(Sample::misses).containsExactly(0L);
	}

	@Test
	void samplesTheCachesOfAllManagers() {
		try (TestCaches others = TestCaches.of(2, "ttl='10s'")) {
			CacheHistory both = new CacheHistory(
					new InspectedCaches(List.of(this.caches.manager(), others.manager()), others.clock()));
			both.sample();
			this.cache.get("nothing");
			both.sample();
			assertThat(both.of(this.cache).samples()).extracting(Sample::misses).containsExactly(1L);
		}
	}

	private void minute() {
		for (int step = 0; step < 12; step++) {
			step();
		}
	}

	private void step() {
		this.caches.clock().advance(CacheHistory.STEP);
		this.history.sample();
	}

	private List<Sample> samples() {
		return this.history.of(this.caches.cache()).samples();
	}

}
