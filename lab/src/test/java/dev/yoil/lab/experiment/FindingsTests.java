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

class FindingsTests {

	private static Run run(int round, double took, @Nullable String ended, int... good) {
		List<Second> seconds = IntStream.range(0, good.length)
			.mapToObj((at) -> MadeRun.second(at, 1, good[at], 0, 10 * good[at]))
			.toList();
		Run made = MadeRun.of(seconds).run("ours", "", round);
		LoadResult load = new LoadResult(seconds, made.load().total(), Map.of(), took, made.load().sent(), 0, 0.1);
		return new Run("ours", "", round, made.started(), load, List.of(), null, Map.of(), ended, null, null);
	}

	private static List<Double> counts(Run... runs) {
		return findings(runs).counts(Arms.OURS, Second::good).stream().map(Chart.Point::y).toList();
	}

	private static Findings findings(Run... runs) {
		return new Findings(ExperimentsTests.named("bursts").plan(false), List.of(runs));
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
	void aRunThatEndedEarlyCountsOnlyIfThereIsNoOther() {
		Run whole = MadeRun.of(1000, 0, 1).run("ours", "", 1);
		Run broken = MadeRun.of(5, 0, 1).ended("the service died").run("ours", "", 2);
		assertThat(findings(whole, broken).of(Arms.OURS, "", Quantities::rate).values()).containsExactly(1000.0);
		assertThat(findings(broken).of(Arms.OURS, "", Quantities::rate).values()).containsExactly(5.0);
	}

}
