package dev.yoil.lab.experiment;

import java.util.List;
import java.util.stream.IntStream;

import dev.yoil.lab.experiment.Knee.Step;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KneeTests {

	private static List<Step> growingUntil(int users, double wobble) {
		return IntStream.rangeClosed(1, 50)
			.mapToObj((n) -> new Step(n, 100.0 * Math.min(n, users) + ((n % 2 == 0) ? wobble : -wobble), n * 10.0))
			.toList();
	}

	@Test
	void isWhereGrowthEnds() {
		// From 19 to 21 there is half of the growth, from 20 to 22 none.
		assertThat(Knee.of(growingUntil(20, 0))).map(Step::users).contains(20);
		assertThat(Knee.of(growingUntil(3, 0))).map(Step::users).contains(3);
	}

	@Test
	void isNowhereIfThroughputGrowsToTheEnd() {
		assertThat(Knee.of(growingUntil(60, 0))).isEmpty();
	}

	@Test
	void isNowhereInTwoSteps() {
		assertThat(Knee.of(List.of(new Step(1, 10, 1), new Step(2, 10, 1)))).isEmpty();
		assertThat(Knee.of(List.of())).isEmpty();
	}

}
