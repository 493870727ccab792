package dev.yoil.ehcache.internal.inspect;

import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RecentLoadsTests {

	private final RecentLoads loads = new RecentLoads();

	@Test
	void hasNoPercentilesBeforeTheFirstLoad() {
		assertThat(this.loads.timesSince(0)).isNull();
	}

	@Test
	void returnsTheOnlyTimeAsEachPercentile() {
		load(7);
		assertThat(this.loads.timesSince(0)).isEqualTo(new LoadTimes(7, 7, 7));
	}

	@Test
	void returnsTheNearestRanks() {
		LongStream.rangeClosed(1, 200).map((millis) -> 201 - millis).forEach(this::load);
		assertThat(this.loads.timesSince(0)).isEqualTo(new LoadTimes(100, 190, 198));
	}

	@Test
	void keepsTheLatestThousand() {
		LongStream.range(0, 500).forEach((number) -> load(10_000));
		LongStream.rangeClosed(1, 1_000).forEach(this::load);
		assertThat(this.loads.timesSince(0)).isEqualTo(new LoadTimes(500, 950, 990));
	}

	@Test
	void leavesOutLoadsBeforeAMoment() {
		LongStream.range(0, 1_500).forEach((number) -> load(10_000));
		long moment = this.loads.count();
		assertThat(this.loads.timesSince(moment)).isNull();
		load(3);
		load(5);
		assertThat(this.loads.timesSince(moment)).isEqualTo(new LoadTimes(3, 5, 5));
	}

	private void load(long millis) {
		this.loads.add(TimeUnit.MILLISECONDS.toNanos(millis));
	}

}
