package dev.yoil.lab.experiment;

import java.util.Locale;

/**
 * Figures as they are read.
 */
final class Figures {

	/** Where there is no figure. */
	static final String NONE = "-";

	/** What is less is not written as a number that looks like none. */
	private static final double SMALLEST = 0.001;

	private Figures() {
	}

	/**
	 * Writes a number with three digits, or all before the point.
	 * @param value any
	 * @return {@link #NONE} for what is no number
	 */
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

	/**
	 * Writes a share as a percentage.
	 * @param share from 0 to 1
	 * @return with the sign
	 */
	static String percent(double share) {
		return Double.isFinite(share) ? number(share * 100) + " %" : NONE;
	}

	static String errors(Measured.Total total) {
		return (total.requests() > 0) ? String.format(Locale.ROOT, "%,d of %,d", total.errors(), total.requests())
				: NONE;
	}

	/**
	 * Tells how many times as much something is.
	 * @param before the one
	 * @param after the other
	 * @return {@link #NONE} if it cannot be told
	 */
	static String times(double before, double after) {
		return (before > 0) ? number(after / before) : NONE;
	}

}
