package dev.yoil.ehcache.internal.web;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Server-Timing} header of the W3C, by which a browser's network panel shows
 * where the time of a request went: {@code load}, {@code wait} and {@code write}, each in
 * milliseconds and only if it happened.
 */
public final class ServerTiming {

	/** The name of the header. */
	public static final String HEADER = "Server-Timing";

	/** Of milliseconds. */
	private static final int DECIMALS = 3;

	private static final int NANOS = 6;

	private ServerTiming() {
	}

	/**
	 * {@return the value of the header; {@code null} if there is nothing to tell}
	 */
	public static @Nullable String of(TimeSpent spent) {
		String value = Arrays.stream(On.values())
			.filter(spent::happened)
			.map((what) -> what.name().toLowerCase(Locale.ROOT) + ";dur=" + millis(spent.nanos(what)))
			.collect(Collectors.joining(", "));
		return value.isEmpty() ? null : value;
	}

	static String millis(long nanos) {
		BigDecimal millis = BigDecimal.valueOf(nanos, NANOS).setScale(DECIMALS, RoundingMode.HALF_UP);
		return (millis.signum() == 0) ? "0" : millis.stripTrailingZeros().toPlainString();
	}

}
