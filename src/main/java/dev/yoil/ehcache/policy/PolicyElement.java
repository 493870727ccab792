package dev.yoil.ehcache.policy;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DurationFormat.Style;
import org.springframework.format.annotation.DurationFormat.Unit;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * The {@code <policy>} element of {@code ehcache.xml}: its names, and what its attributes
 * mean.
 */
public final class PolicyElement {

	/**
	 * The XML namespace of the element.
	 */
	public static final String NAMESPACE = "urn:yoil:ehcache-policy";

	/**
	 * The element's name in that namespace.
	 */
	public static final String NAME = "policy";

	/**
	 * The attributes the element may have.
	 */
	public static final Set<String> ATTRIBUTES = Set.of("ttl", "tti", "until", "zone", "eviction", "refresh-after",
			"stale-if-error", "load-timeout");

	private static final ZoneId DEFAULT_ZONE = ZoneId.of("Asia/Seoul");

	/** Far beyond any use, and far from overflowing a count of milliseconds. */
	private static final Duration LONGEST = Duration.ofDays(36_500);

	/** As much as any sensible duration needs, in whatever form. */
	private static final int LONGEST_TEXT = 40;

	private static final List<Unit> UNITS = List.of(Unit.HOURS, Unit.MINUTES, Unit.SECONDS);

	private PolicyElement() {
	}

	/**
	 * Reads a policy from the element's attributes.
	 * @param attributes their values by name; a missing attribute sets no limit
	 * @return the policy they declare
	 * @throws InvalidPolicyException if an attribute is unknown or its value makes no
	 * sense
	 */
	public static CachePolicy policy(Map<String, String> attributes) {
		for (String name : attributes.keySet()) {
			if (!ATTRIBUTES.contains(name)) {
				throw new InvalidPolicyException("attribute '" + name + "' is not known here.",
						"Use ttl, tti, until, zone, eviction, refresh-after, stale-if-error or load-timeout.");
			}
		}
		checkEviction(attributes.get("eviction"));
		CachePolicy policy = new CachePolicy(duration("ttl", attributes), duration("tti", attributes),
				until(attributes.get("until"), attributes.get("zone")), duration("refresh-after", attributes),
				duration("stale-if-error", attributes), duration("load-timeout", attributes));
		if (policy.staleIfError() != null && policy.ttl() == null && policy.tti() == null) {
			throw new InvalidPolicyException(
					"stale-if-error means nothing without ttl or tti: only they let a value become stale.",
					"Add ttl=\"200s\", or leave stale-if-error out.");
		}
		return policy;
	}

	/**
	 * Writes a duration as the file would: one number in the largest unit that divides
	 * it, so that {@code 200s} stays {@code 200s}.
	 * @param duration a duration in whole milliseconds
	 * @return a number and a unit, at most hours
	 */
	public static String text(Duration duration) {
		Unit unit = UNITS.stream()
			.filter((candidate) -> duration.toMillis() % candidate.asChronoUnit().getDuration().toMillis() == 0)
			.findFirst()
			.orElse(Unit.MILLIS);
		return DurationFormatterUtils.print(duration, Style.SIMPLE, unit);
	}

	private static void checkEviction(@Nullable String eviction) {
		if (eviction != null && !CachePolicy.EVICTION.equals(eviction)) {
			throw new InvalidPolicyException("eviction=\"" + eviction
					+ "\" cannot be honoured: Ehcache 3 evicts the least recently used entries and nothing else.",
					"Write eviction=\"LRU\" or leave the attribute out.");
		}
	}

	private static @Nullable Duration duration(String name, Map<String, String> attributes) {
		String text = attributes.get(name);
		if (text == null) {
			return null;
		}
		String problem = name + "=\"" + text + "\" ";
		String remedy = "Write a whole number with a unit, such as " + name
				+ "=\"200s\", \"5m\" or \"24h\", or ISO-8601, such as \"PT5M\".";
		if (text.length() > LONGEST_TEXT) {
			throw new InvalidPolicyException(name + "=\"" + text.substring(0, LONGEST_TEXT) + "...\" is too long.",
					remedy);
		}
		Duration duration = parse(text);
		if (duration == null) {
			throw new InvalidPolicyException(problem + "is not a duration.", remedy);
		}
		if (duration.isNegative() || duration.isZero()) {
			throw new InvalidPolicyException(problem + "is not longer than zero.", remedy);
		}
		if (!duration.equals(duration.truncatedTo(ChronoUnit.MILLIS))) {
			throw new InvalidPolicyException(
					problem + "is finer than a millisecond, the resolution of Ehcache's clock.", remedy);
		}
		if (duration.compareTo(LONGEST) > 0) {
			throw new InvalidPolicyException(problem + "is longer than 100 years.",
					"Leave the attribute out for no limit.");
		}
		return duration;
	}

	/**
	 * A bare number is refused: the library would take it for milliseconds, a reader of
	 * the file for seconds.
	 */
	private static @Nullable Duration parse(String text) {
		if (text.isBlank() || Character.isDigit(text.charAt(text.length() - 1))) {
			return null;
		}
		try {
			return DurationFormatterUtils.detectAndParse(text);
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			return null;
		}
	}

	private static @Nullable Until until(@Nullable String cron, @Nullable String zoneName) {
		if (cron == null) {
			if (zoneName != null) {
				throw new InvalidPolicyException("zone=\"" + zoneName + "\" means nothing without until.",
						"Add until=\"0 0 0 * * *\" (for midnight), or leave zone out.");
			}
			return null;
		}
		ZoneId zone = zone(zoneName);
		try {
			return new Until(cron, zone);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidPolicyException("until=\"" + cron + "\" cannot be used: " + reason(ex) + ".",
					"Write second, minute, hour, day of month, month and day of week, such as until=\"0 0 0 * * *\" for "
							+ "every midnight or \"0 0 0 * * MON\" for the end of Sunday.");
		}
	}

	private static ZoneId zone(@Nullable String name) {
		if (name == null) {
			return DEFAULT_ZONE;
		}
		try {
			return ZoneId.of(name);
		}
		catch (DateTimeException ex) {
			throw new InvalidPolicyException("zone=\"" + name + "\" is not a time zone.",
					"Write an identifier such as zone=\"Asia/Seoul\" or zone=\"UTC\".");
		}
	}

	private static String reason(IllegalArgumentException ex) {
		String message = String.valueOf(ex.getMessage());
		return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
	}

}
