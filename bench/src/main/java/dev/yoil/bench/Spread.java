package dev.yoil.bench;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * One quantity as the rounds had it.
 *
 * @param values one of each round
 */
record Spread(double[] values) {

	static <T> Spread of(Collection<T> rounds, ToDoubleFunction<T> value) {
		return new Spread(rounds.stream().mapToDouble(value).toArray());
	}

	double median() {
		return Results.median(this.values);
	}

	/**
	 * The median, and from the lowest to the highest if there was more than one round.
	 */
	String text() {
		if (this.values.length == 1) {
			return number(this.values[0]);
		}
		return "%s (%s to %s)".formatted(number(median()), number(Arrays.stream(this.values).min().orElseThrow()),
				number(Arrays.stream(this.values).max().orElseThrow()));
	}

	/**
	 * Three digits, or all before the point.
	 */
	static String number(double value) {
		return String.format(Locale.ROOT, (value < 0.995) ? "%.3f" : (value < 9.95) ? "%.2f" : (value < 99.5) ? "%.1f" : "%,.0f",
				value);
	}

}
