package dev.yoil.ehcache.internal.audit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ConfidenceLimitTests {

	/** Quantiles of the beta distribution, from sums of exact binomial probabilities. */
	@ParameterizedTest
	@CsvSource({ "1, 10, 0.0025285786", "8, 10, 0.4439045377", "10, 10, 0.6915028921", "90, 100, 0.8237774023" })
	void isTheQuantileOfTheBetaDistribution(long good, long all, double limit) {
		assertThat(ConfidenceLimit.atLeast(good, all)).isCloseTo(limit, within(1e-8));
	}

	@Test
	void needsManySamplesToStateMuch() {
		assertThat(ConfidenceLimit.atLeast(0, 1_000)).isZero();
		assertThat(ConfidenceLimit.atLeast(3_688, 3_688)).isCloseTo(0.999, within(1e-6));
		assertThat(ConfidenceLimit.atLeast(80_000_000, 100_000_000)).isCloseTo(0.7999216, within(1e-6));
	}

}
