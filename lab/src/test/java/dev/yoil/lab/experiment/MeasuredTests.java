package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MeasuredTests {

	private static Run run(int round, double took, @Nullable String ended, int... good) {
		List<Second> seconds = IntStream.range(0, good.length)
			.mapToObj((at) -> MadeRun.second(at, 1, good[at], 0, 10 * good[at]))
			.toList();
		Run made = MadeRun.of(seconds).run("ours", "", round);
		LoadResult load = new LoadResult(seconds, made.load().total(), Map.of(), took, made.load().sent(), 0, 0.1);
		return new Run("ours", "", round, made.started(), load, List.of(), null, Map.of(), ended, null);
	}

	private static List<Double> counts(Run... runs) {
		return measured(runs).counts("ours", "", Second::good).stream().map(Chart.Point::y).toList();
	}

	private static Measured measured(Run... runs) {
		return new Measured(ExperimentsTests.named("stampede").plan(false), List.of(runs));
	}

	@Test
	void aRoundThatIsOverCountsNothingMore() {
		assertThat(counts(run(1, 1.5, null, 6, 4), run(2, 3.2, null, 8, 8, 6, 2))).containsExactly(7.0, 6.0, 3.0);
	}

	@Test
	void aRoundThatWasBrokenOffIsNotKnownToCountNothing() {
		assertThat(counts(run(1, 1.5, "interrupted", 6, 3), run(2, 2, "interrupted", 8, 8))).containsExactly(7.0, 8.0);
	}

	@Test
	void aLoadOfLessThanASecondIsDrawn() {
		assertThat(counts(run(1, 0.4, null, 6))).containsExactly(6.0);
		assertThat(counts()).isEmpty();
	}

	@Test
	void timesAreOfTheRoundsThatHadAny() {
		assertThat(measured(run(1, 1, null, 1), run(2, 2, null, 3, 3)).seconds("ours", "", Drawing::mean))
			.extracting(Chart.Point::y)
			.containsExactly(20.0, 30.0);
	}

}
