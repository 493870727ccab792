package dev.yoil.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import dev.yoil.lab.result.Run;
import dev.yoil.lab.result.Second;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class RecoveryTests {

	private static Run run(IntPredicate fails) {
		List<Second> seconds = IntStream.range(0, 25)
			.mapToObj((at) -> MadeRun.second(at, 50, 100, fails.test(at) ? 5 : 0, 10))
			.toList();
		return MadeRun.of(seconds).run("ours", "", 1);
	}

	@Test
	void endsWithTheFirstSecondWithoutErrorsThatStaysSo() {
		assertThat(Recovery.seconds(run((at) -> at >= 10 && at < 20), 18)).isEqualTo(2);
		assertThat(Recovery.seconds(run((at) -> at == 19 || at == 22), 18)).isEqualTo(5);
	}

	@Test
	void takesNoTimeIfNothingFailedAfterwards() {
		assertThat(Recovery.seconds(run((at) -> at >= 10 && at < 17), 18)).isZero();
		assertThat(Recovery.seconds(run((at) -> false), 18)).isZero();
	}

	@Test
	void isNotToldIfTheLastSecondHasErrors() {
		assertThat(Recovery.seconds(run((at) -> at == 24), 18)).isNaN();
		assertThat(Recovery.seconds(run((at) -> at >= 10), 18)).isNaN();
	}

	@Test
	void isNotToldIfOnlyThePieceOfASecondAtTheEndIsWell() {
		assertThat(Recovery.seconds(run((at) -> at >= 10 && at < 24), 18)).isNaN();
	}

	@Test
	void isNotToldIfTheLoadEndedBeforeTheResume() {
		assertThat(Recovery.seconds(run((at) -> false), 30)).isNaN();
		assertThat(Recovery.seconds(MadeRun.of(List.of()).run("ours", "", 1), 18)).isNaN();
	}

	@Test
	void aSecondInWhichNobodyGetsAnAnswerIsNotWell() {
		List<Second> seconds = IntStream.range(0, 25)
			.mapToObj((at) -> MadeRun.second(at, 50, (at >= 10 && at < 21) ? 0 : 100, 0, 10))
			.toList();
		assertThat(Recovery.seconds(MadeRun.of(seconds).run("ours", "", 1), 18)).isEqualTo(3);
	}

	@Test
	void countsFromWhenTheDatabaseReallyWentOn() {
		List<Second> seconds = run((at) -> at >= 10 && at < 20).load().seconds();
		Run run = MadeRun.of(seconds)
			.events(Map.of(10.1, "database stopped", 18.4, "database resumed"))
			.run("ours", "", 1);
		assertThat(Recovery.seconds(run, 18)).isCloseTo(1.6, within(1e-9));
	}

}
