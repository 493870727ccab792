package dev.yoil.lab.report;

import java.util.List;
import java.util.stream.DoubleStream;

import dev.yoil.lab.result.Sample;
import dev.yoil.lab.result.Series;

/**
 * What a service told of itself, by the seconds of its users.
 */
final class Samples {

	/** Further away is another second. */
	private static final double NEAR = 0.75;

	private final List<Sample> samples;

	/**
	 * Creates the view.
	 * @param samples in any order
	 */
	Samples(List<Sample> samples) {
		this.samples = samples;
	}

	/**
	 * Finds what was told for a second: by the sample that is nearest to its end, as
	 * rates are those since the sample before.
	 * @param second since the load began, from 0
	 * @param series what of it
	 * @return NaN if there is none
	 */
	double at(int second, Series series) {
		double nearest = NEAR;
		double found = Double.NaN;
		for (Sample sample : this.samples) {
			double away = Math.abs(sample.at() - (second + 1));
			Double value = sample.values().get(series);
			if (value != null && away < nearest) {
				nearest = away;
				found = value;
			}
		}
		return found;
	}

	/**
	 * Tells what was told at most.
	 * @param series of what
	 * @return NaN if there is none
	 */
	double max(Series series) {
		return values(series).max().orElse(Double.NaN);
	}

	/**
	 * Tells what was told in the mean.
	 * @param series of what
	 * @return NaN if there is none
	 */
	double mean(Series series) {
		return values(series).average().orElse(Double.NaN);
	}

	private DoubleStream values(Series series) {
		return this.samples.stream()
			.map((sample) -> sample.values().getOrDefault(series, Double.NaN))
			.mapToDouble(Double::doubleValue)
			.filter(Double::isFinite);
	}

}
