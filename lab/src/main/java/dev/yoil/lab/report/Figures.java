package dev.yoil.lab.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Formats of numbers and times in reports, the same in every locale.
 */
final class Figures {

	/** Stands for a missing value. */
	static final String NONE = "–";

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
		.withZone(ZoneOffset.UTC);

	private Figures() {
	}

	/** Formats a count, such as {@code 291,321}. */
	static String count(long count) {
		return String.format(Locale.ROOT, "%,d", count);
	}

	/** Formats a value with three digits or all of its integer part. */
	static String value(double value) {
		if (!Double.isFinite(value)) {
			return NONE;
		}
		double size = Math.abs(value);
		String format = (size >= 100) ? "%,.0f" : (size >= 10) ? "%.1f" : "%.2f";
		return String.format(Locale.ROOT, format, value);
	}

	/** Rounds to three decimals, for charts. */
	static double rounded(double value) {
		return Double.isFinite(value) ? decimals(value).doubleValue() : Double.NaN;
	}

	/** Formats a number with at most three decimals and without separators. */
	static String plain(double value) {
		return Double.isFinite(value) ? decimals(value).toPlainString() : "";
	}

	static String time(Instant instant) {
		return TIME.format(instant);
	}

	/** Formats a duration, such as {@code 3 min 5 s}. */
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
