package dev.yoil.lab.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Numbers and times as reports show them: the same in every locale.
 */
final class Figures {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	private Figures() {
	}

	/**
	 * Shows a count.
	 * @param count how many
	 * @return such as {@code 291,321}
	 */
	static String count(long count) {
		return String.format(Locale.ROOT, "%,d", count);
	}

	/**
	 * Shows a measured value.
	 * @param value any
	 * @return three digits or all of the integer part, such as {@code 2,960} and
	 * {@code 0.25}; a dash for NaN
	 */
	static String value(double value) {
		if (!Double.isFinite(value)) {
			return "–";
		}
		double size = Math.abs(value);
		String format = (size >= 100) ? "%,.0f" : (size >= 10) ? "%.1f" : "%.2f";
		return String.format(Locale.ROOT, format, value);
	}

	/**
	 * Rounds what is drawn.
	 * @param value any
	 * @return with three digits behind the point, so that a chart that shows fewer rounds
	 * as the tables do
	 */
	static double rounded(double value) {
		return Double.isFinite(value) ? decimals(value).doubleValue() : Double.NaN;
	}

	/**
	 * Shows a number to programs.
	 * @param value any
	 * @return with at most three digits behind the point, without an exponent; empty for
	 * NaN
	 */
	static String plain(double value) {
		return Double.isFinite(value) ? decimals(value).toPlainString() : "";
	}

	/**
	 * Shows an instant.
	 * @param instant any
	 * @return date and time in UTC
	 */
	static String time(Instant instant) {
		return TIME.format(instant);
	}

	/**
	 * Shows how long something took.
	 * @param seconds not negative
	 * @return such as {@code 42 s} or {@code 3 min 5 s}
	 */
	static String duration(double seconds) {
		long whole = Math.round(seconds);
		if (whole < 60) {
			return whole + " s";
		}
		return (whole < 3600) ? "%d min %d s".formatted(whole / 60, whole % 60)
				: "%d h %d min".formatted(whole / 3600, whole % 3600 / 60);
	}

	private static BigDecimal decimals(double value) {
		BigDecimal rounded = BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_UP).stripTrailingZeros();
		return (rounded.signum() == 0) ? BigDecimal.ZERO : rounded;
	}

}
