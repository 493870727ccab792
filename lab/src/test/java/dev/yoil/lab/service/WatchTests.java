package dev.yoil.lab.service;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Series;
import dev.yoil.lab.service.Reading.Figure;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WatchTests {

	private static final long SECOND = 1_000_000_000L;

	private final Queue<Optional<Reading>> readings = new ArrayDeque<>();

	@Test
	void leavesOutReadingsThatFailed() {
		this.readings.add(Optional.of(reading(1, 10, 3)));
		this.readings.add(Optional.empty());
		this.readings.add(Optional.of(reading(3, 50, 1)));
		Watch watch = new Watch(this.readings::remove, reading(0, 0, 0), 0);
		watch.tick();
		watch.tick();
		watch.tick();
		List<Sample> samples = watch.end();
		assertThat(samples).extracting(Sample::at).containsExactly(1.0, 3.0);
		assertThat(samples).extracting((sample) -> sample.values().get(Series.REQUESTS)).containsExactly(10.0, 20.0);
	}

	@Test
	void countsSinceItsBeginning() {
		this.readings.add(Optional.of(reading(1, 110, 9)));
		this.readings.add(Optional.of(reading(2, 120, 2)));
		Watch watch = new Watch(this.readings::remove, reading(0, 100, 0), 0);
		watch.tick();
		watch.tick();
		Counted counted = watch.counted(reading(2, 125, 0));
		assertThat(counted.requests()).isEqualTo(25);
		assertThat(counted.poolPendingMax()).isEqualTo(9);
	}

	@Test
	void countsNothingIfItDoesNotKnowWhatWasThereBefore() {
		this.readings.add(Optional.of(reading(1, 110, 0)));
		this.readings.add(Optional.of(reading(2, 120, 0)));
		Watch watch = new Watch(this.readings::remove, null, 0);
		watch.tick();
		watch.tick();
		assertThat(watch.end()).hasSize(1);
		assertThat(watch.counted(reading(3, 130, 0))).isNull();
	}

	private static Reading reading(int second, double requests, double pending) {
		return new Reading(second * SECOND, Map.of(Figure.REQUESTS, requests, Figure.PENDING, pending));
	}

}
