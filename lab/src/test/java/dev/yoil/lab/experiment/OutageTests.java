package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Second;
import dev.yoil.lab.result.Series;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class OutageTests {

	private static Run run(IntPredicate fails) {
		List<Second> seconds = IntStream.range(0, 25)
			.mapToObj((at) -> MadeRun.second(at, 50, 100, fails.test(at) ? 5 : 0, 10))
			.toList();
		return MadeRun.of(seconds).run("ours", "", 1);
	}

	@Test
	void endsWithTheFirstSecondWithoutErrorsThatStaysSo() {
		assertThat(Outage.recovery(run((at) -> at >= 10 && at < 20), 18)).isEqualTo(2);
		assertThat(Outage.recovery(run((at) -> at == 19 || at == 22), 18)).isEqualTo(5);
	}

	@Test
	void takesNoTimeIfNothingFailedAfterwards() {
		assertThat(Outage.recovery(run((at) -> at >= 10 && at < 17), 18)).isZero();
		assertThat(Outage.recovery(run((at) -> false), 18)).isZero();
	}

	@Test
	void isNotToldIfTheLastSecondHasErrors() {
		assertThat(Outage.recovery(run((at) -> at == 24), 18)).isNaN();
		assertThat(Outage.recovery(run((at) -> at >= 10), 18)).isNaN();
	}

	@Test
	void aSecondInWhichNobodyGetsAnAnswerIsNotWell() {
		List<Second> seconds = IntStream.range(0, 25)
			.mapToObj((at) -> MadeRun.second(at, 50, (at >= 10 && at < 21) ? 0 : 100, 0, 10))
			.toList();
		assertThat(Outage.recovery(MadeRun.of(seconds).run("ours", "", 1), 18)).isEqualTo(3);
	}

	@Test
	void countsFromWhenTheDatabaseReallyWentOn() {
		List<Second> seconds = run((at) -> at >= 10 && at < 20).load().seconds();
		Run run = MadeRun.of(seconds)
			.events(Map.of(10.1, "database stopped", 18.4, "database resumed"))
			.run("ours", "", 1);
		assertThat(Outage.recovery(run, 18)).isCloseTo(1.6, within(1e-9));
	}

	@Test
	void comparesStaleAnswersWithFreshOnes() {
		List<Second> seconds = IntStream.range(0, 20)
			.mapToObj((at) -> MadeRun.second(at, 50, (at < 3) ? 50 : (at < 10) ? 400 : (at < 13) ? 100 : 300, 0, 10))
			.toList();
		List<Sample> samples = IntStream.rangeClosed(1, 20)
			.mapToObj((at) -> new Sample(at - 0.2,
					(at > 13) ? Map.of(Series.CACHE_HITS, 5.0, Series.CACHE_MISSES, 295.0, Series.CACHE_STALE, 290.0)
							: Map.of(Series.CACHE_HITS, 400.0, Series.CACHE_STALE, (at > 10) ? 40.0 : 0.0)))
			.toList();
		Run run = MadeRun.of(seconds).run("ours", "", 1);
		assertThat(Outage.staleOfFresh(MadeRun.withSamples(run, samples))).isEqualTo(0.75);
		assertThat(Outage.staleOfFresh(MadeRun.withSamples(run, samples.subList(0, 10)))).isNaN();
	}

}
