package dev.yoil.ehcache.internal.header;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Server-Timing} header of the W3C, which browsers show in the network panel.
 * It has the milliseconds of {@code load}, {@code wait} and {@code write}, as far as they
 * happened.
 */
public final class ServerTiming {

	/** Name of the header. */
	public static final String HEADER = "Server-Timing";

	private ServerTiming() {
	}

	/**
	 * {@return the value of the header; {@code null} if nothing was measured}
	 */
	public static @Nullable String of(TimeSpent spent) {
		String value = Arrays.stream(On.values())
			.filter(spent::happened)
			.map((what) -> what.name().toLowerCase(Locale.ROOT) + ";dur=" + millis(spent.nanos(what)))
			.collect(Collectors.joining(", "));
		return value.isEmpty() ? null : value;
	}

	static String millis(long nanos) {
		BigDecimal millis = BigDecimal.valueOf(nanos, 6).setScale(3, RoundingMode.HALF_UP);
		return (millis.signum() == 0) ? "0" : millis.stripTrailingZeros().toPlainString();
	}

}
