package dev.yoil.ehcache.xml;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Until;
import org.jspecify.annotations.Nullable;

import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.StringUtils;

/**
 * The attributes of a {@code <policy>} element of {@code ehcache.xml}, and what they
 * mean.
 */
final class PolicyAttributes {

	/** The attributes the element may have. */
	static final Set<String> NAMES = Set.of("ttl", "tti", "until", "zone", "eviction", "refresh-after",
			"stale-if-error", "load-timeout", "region", "scope");

	/** Far beyond any use, and far from overflowing a count of milliseconds. */
	private static final Duration LONGEST = Duration.ofDays(36_500);

	private static final String LOCAL = "LOCAL";

	private static final String GLOBAL = "GLOBAL";

	private static final Pattern REGION = Pattern.compile("[A-Za-z0-9._/-]{1,100}");

	/** As much as any sensible duration needs, in whatever form. */
	private static final int LONGEST_TEXT = 40;

	private final LocatedElement element;

	PolicyAttributes(LocatedElement element) {
		this.element = element;
	}

	/**
	 * Gathers what is wrong with a policy, attribute by attribute.
	 */
	static void check(LocatedElement policy, Mistakes mistakes) {
		PolicyAttributes attributes = new PolicyAttributes(policy);
		List.of("ttl", "tti", "refresh-after", "stale-if-error", "load-timeout")
			.forEach((name) -> mistakes.attempt(() -> duration(policy, name)));
		mistakes.attempt(() -> attributes.zone(attributes.get("zone")));
		mistakes.attempt(() -> attributes.until(attributes.get("until"), null));
		mistakes.attempt(() -> region(policy));
		mistakes.attempt(() -> isGlobal(policy));
		mistakes.attempt(attributes::policy);
	}

	/**
	 * Reads the policy. An attribute that is missing sets no limit.
	 * @throws EhcacheXmlException if the value of an attribute makes no sense
	 */
	CachePolicy policy() {
		String eviction = get("eviction");
		if (eviction != null && !CachePolicy.EVICTION.equals(eviction)) {
			throw wrong("eviction=\"" + eviction
					+ "\" cannot be honoured: Ehcache 3 evicts the least recently used entries and nothing else.",
					"Write eviction=\"LRU\" or leave the attribute out.");
		}
		CachePolicy policy = new CachePolicy(duration("ttl"), duration("tti"), until(get("until"), get("zone")),
				duration("refresh-after"), duration("stale-if-error"), duration("load-timeout"));
		if (policy.staleIfError() != null && policy.ttl() == null && policy.tti() == null) {
			throw wrong("stale-if-error means nothing without ttl or tti: only they let a value become stale.",
					"Add ttl=\"200s\", or leave stale-if-error out.");
		}
		return policy;
	}

	static boolean isTooFine(Duration duration) {
		return !duration.equals(duration.truncatedTo(ChronoUnit.MILLIS));
	}

	static boolean isTooLong(Duration duration) {
		return duration.compareTo(LONGEST) > 0;
	}

	/**
	 * Reads whether the values of a cache are shared with other instances.
	 * @throws EhcacheXmlException if the policy says neither that they are nor that they
	 * are not
	 */
	static boolean isGlobal(LocatedElement policy) {
		String scope = policy.attributes().getOrDefault("scope", LOCAL);
		if (!scope.equals(LOCAL) && !scope.equals(GLOBAL)) {
			throw wrong(policy,
					"scope=\"" + StringUtils.truncate(scope, LONGEST_TEXT)
							+ "\" is neither LOCAL, each instance for itself, nor GLOBAL, shared by all of them.",
					"Write scope=\"GLOBAL\", or leave the attribute out.");
		}
		return scope.equals(GLOBAL);
	}

	/**
	 * Reads the region that all entries of a cache belong to.
	 * @return {@code null} if the policy names none
	 * @throws EhcacheXmlException if what it names cannot be one
	 */
	static @Nullable String region(LocatedElement policy) {
		String region = policy.attributes().get("region");
		if (region != null && !REGION.matcher(region).matches()) {
			throw wrong(policy,
					"region=\"" + StringUtils.truncate(region, LONGEST_TEXT) + "\" cannot be used as a name.",
					"Use up to 100 letters, digits, dots, hyphens, underscores and slashes.");
		}
		return region;
	}

	private @Nullable String get(String name) {
		return this.element.attributes().get(name);
	}

	private EhcacheXmlException wrong(String problem, String remedy) {
		return wrong(this.element, problem, remedy);
	}

	private static EhcacheXmlException wrong(LocatedElement element, String problem, String remedy) {
		return element.wrong("<" + element.tag() + ">: " + problem, remedy);
	}

	private @Nullable Duration duration(String name) {
		return duration(this.element, name);
	}

	/**
	 * Reads an attribute that is a duration.
	 * @return at least a millisecond; {@code null} if the element has no such attribute
	 * @throws EhcacheXmlException if it is none
	 */
	static @Nullable Duration duration(LocatedElement element, String name) {
		String text = element.attributes().get(name);
		if (text == null) {
			return null;
		}
		String problem = name + "=\"" + text + "\" ";
		String remedy = "Write a whole number with a unit, such as " + name
				+ "=\"200s\", \"5m\" or \"24h\", or ISO-8601, such as \"PT5M\".";
		if (text.length() > LONGEST_TEXT) {
			throw wrong(element, name + "=\"" + text.substring(0, LONGEST_TEXT) + "...\" is too long.", remedy);
		}
		Duration duration = parse(text);
		if (duration == null) {
			throw wrong(element, problem + "is not a duration.", remedy);
		}
		if (duration.isNegative() || duration.isZero()) {
			throw wrong(element, problem + "is not longer than zero.", remedy);
		}
		if (isTooFine(duration)) {
			throw wrong(element, problem + "is finer than a millisecond, the resolution of Ehcache's clock.", remedy);
		}
		if (isTooLong(duration)) {
			throw wrong(element, problem + "is longer than 100 years.", "Leave the attribute out for no limit.");
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

	private @Nullable Until until(@Nullable String cron, @Nullable String zoneName) {
		if (cron == null) {
			if (zoneName != null) {
				throw wrong("zone=\"" + zoneName + "\" means nothing without until.",
						"Add until=\"0 0 0 * * *\" (for midnight), or leave zone out.");
			}
			return null;
		}
		ZoneId zone = zone(zoneName);
		try {
			return new Until(cron, zone);
		}
		catch (IllegalArgumentException ex) {
			throw wrong("until=\"" + cron + "\" cannot be used: " + reason(ex) + ".",
					"Write second, minute, hour, day of month, month and day of week, such as until=\"0 0 0 * * *\" for "
							+ "every midnight or \"0 0 0 * * MON\" for the end of Sunday.");
		}
	}

	private ZoneId zone(@Nullable String name) {
		if (name == null) {
			return ZoneId.systemDefault();
		}
		try {
			return ZoneId.of(name);
		}
		catch (DateTimeException ex) {
			throw wrong("zone=\"" + name + "\" is not a time zone.",
					"Write an identifier such as zone=\"Asia/Seoul\" or zone=\"UTC\".");
		}
	}

	private static String reason(IllegalArgumentException ex) {
		String message = String.valueOf(ex.getMessage());
		return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
	}

}
