package dev.yoil.lab.experiment;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import dev.yoil.lab.LabException;
import dev.yoil.lab.result.Machine;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Run;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class SideBySideTests {

	@Test
	void testsRanksExactly() {
		assertThat(p(List.of(1.0, 2.0, 3.0), List.of(4.0, 5.0, 6.0))).isEqualTo(0.1, within(1e-9));
		assertThat(p(List.of(4.0, 5.0, 6.0), List.of(1.0, 2.0, 3.0))).isEqualTo(0.1, within(1e-9));
		assertThat(p(List.of(1.0, 2.0, 4.0), List.of(3.0, 5.0, 6.0))).isEqualTo(0.2, within(1e-9));
		assertThat(p(List.of(1.0, 4.0, 5.0), List.of(2.0, 3.0, 6.0))).isEqualTo(1, within(1e-9));
		assertThat(p(List.of(7.0, 7.0), List.of(7.0, 7.0))).isEqualTo(1);
		// Of Mann's and Whitney's table: n = m = 5, U = 2.
		assertThat(p(List.of(1.0, 2.0, 3.0, 4.0, 7.0), List.of(5.0, 6.0, 8.0, 9.0, 10.0))).isEqualTo(0.0317,
				within(5e-5));
		assertThat(p(List.of(), List.of(1.0))).isEqualTo(1);
	}

	@Test
	void tellsWhatIsMoreThanNoise() {
		SideBySide both = new SideBySide(result("abc", 100, 102, 104), result("def", 110, 112, 114));
		assertThat(both.table().rows()).contains(
				List.of("ours: good req/s", "102 (100 to 104)", "112 (110 to 114)", "1.10", "0.10", "higher"),
				List.of("ours: p99, ms", "50", "50", "1", "1", "noise"));
		assertThat(both.differences()).containsExactly("commit: abc / def");
		assertThat(new SideBySide(result("abc", 100, 108, 104), result("abc", 101, 112, 105)).table().rows().get(0))
			.endsWith("noise");
		assertThat(new SideBySide(result("abc", 100), result("abc", 200)).table().rows().get(0)).endsWith("2", "-",
				"too few rounds");
		assertThat(new SideBySide(result("abc", 100), result("abc", 200)).differences()).isEmpty();
	}

	@Test
	void comparesTheSameExperimentOnly() {
		Result one = result("abc", 1);
		Result other = new Result("pool", "", "full", Instant.EPOCH, 1, one.machine(), "", List.of(), List.of(), null,
				List.of(), null);
		assertThatThrownBy(() -> new SideBySide(one, other)).isInstanceOf(LabException.class)
			.hasMessage("Cannot compare before-after with pool: give two results of the same experiment");
	}

	private static double p(List<Double> one, List<Double> other) {
		return SideBySide.p(one, other);
	}

	private static Result result(String commit, long... good) {
		List<Run> runs = IntStream.range(0, good.length)
			.mapToObj((at) -> MadeRun.of(good[at], 0, 50).run("ours", "", at + 1))
			.toList();
		return new Result("before-after", "", "full", Instant.EPOCH, 1,
				new Machine("abacus", 2, 1024, "none", "17", commit, "hands"), "", List.of(), runs, null, List.of(),
				null);
	}

}
