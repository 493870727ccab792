package dev.yoil.lab.experiment;

import java.util.Locale;

/**
 * Formats of figures.
 */
final class Figures {

	/** Stands for a missing figure. */
	static final String NONE = "-";

	private static final double SMALLEST = 0.001;

	private Figures() {
	}

	/** Formats a number with three digits, or with all digits before the point. */
	static String number(double value) {
		if (!Double.isFinite(value)) {
			return NONE;
		}
		double size = Math.abs(value);
		if (value == Math.rint(value) || size >= 99.95) {
			return String.format(Locale.ROOT, "%,.0f", value);
		}
		if (size < SMALLEST) {
			return "< " + SMALLEST;
		}
		return String.format(Locale.ROOT, (size >= 9.995) ? "%.1f" : (size >= 0.0995) ? "%.2f" : "%.4f", value);
	}

}
