package dev.yoil.lab.experiment;

import java.util.List;

import dev.yoil.lab.experiment.Noise.Verdict;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NoiseTests {

	private static Noise of(Double... values) {
		return Noise.of(List.of(values));
	}

	@Test
	void takesTheMiddleValueAndTheRange() {
		assertThat(of(9.0, 1.0, 2.0).median()).isEqualTo(2);
		assertThat(of(4.0, 1.0, 2.0, 9.0).median()).isEqualTo(3);
		assertThat(of(9.0, 1.0, 2.0).text()).isEqualTo("2 (1 to 9)");
		assertThat(of(9.0, 9.0).text()).isEqualTo("9");
	}

	@Test
	void leavesOutWhatIsNoNumber() {
		assertThat(of(Double.NaN, 5.0, Double.POSITIVE_INFINITY).values()).containsExactly(5.0);
		assertThat(of(Double.NaN).median()).isNaN();
		assertThat(of(Double.NaN).text()).isEqualTo("-");
	}

	@Test
	void callsAFarDifferenceMoreThanNoise() {
		assertThat(of(100.0, 110.0).to(of(200.0, 210.0))).isEqualTo(Verdict.HIGHER);
		assertThat(of(200.0, 210.0).to(of(100.0, 110.0))).isEqualTo(Verdict.LOWER);
	}

	@Test
	void callsOverlappingRangesNoise() {
		assertThat(of(100.0, 120.0).to(of(119.0, 140.0))).isEqualTo(Verdict.INSIDE);
		assertThat(of(100.0, 100.0).to(of(100.0, 100.0))).isEqualTo(Verdict.INSIDE);
	}

	@Test
	void claimsNothingOfOneRoundOrNone() {
		assertThat(of(100.0).to(of(200.0, 210.0))).isEqualTo(Verdict.ONE_ROUND);
		assertThat(of(100.0, 101.0).to(of(200.0))).isEqualTo(Verdict.ONE_ROUND);
		assertThat(of(100.0, 101.0).to(of(Double.NaN))).isEqualTo(Verdict.MISSING);
	}

	@Test
	void endsAHeadlineOfADifferenceInsideTheNoise() {
		assertThat(of(100.0, 120.0).end(of(119.0, 140.0))).isEqualTo(", within noise.");
		assertThat(of(100.0, 110.0).end(of(200.0, 210.0))).isEqualTo(".");
		assertThat(of(100.0).end(of(200.0))).isEqualTo(".");
	}

	@Test
	void writesFiguresAsTheyAreRead() {
		assertThat(List.of(Figures.number(2960.12), Figures.number(247.44), Figures.number(12.34), Figures.number(0.5),
				Figures.number(0.0023), Figures.number(0.00004), Figures.number(0), Figures.number(7)))
			.containsExactly("2,960", "247", "12.3", "0.50", "0.0023", "< 0.001", "0", "7");
	}

}
