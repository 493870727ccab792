package dev.yoil.ehcache.xml;

import java.lang.reflect.Modifier;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Until;
import org.ehcache.event.CacheEventListener;
import org.ehcache.event.EventFiring;
import org.ehcache.event.EventOrdering;
import org.ehcache.event.EventType;
import org.jspecify.annotations.Nullable;

import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * The values of the elements of a cache configuration file. Methods report what they
 * cannot read, and return {@code null} then.
 */
final class ElementValues {

	private static final List<String> TIME_UNITS = List.of("days", "hours", "micros", "millis", "minutes", "nanos",
			"seconds");

	/** Far from overflowing a count of milliseconds. */
	private static final Duration LONGEST = Duration.ofDays(36_500);

	private static final String NOT_A_NAME = "is not a valid name.";

	private static final int SHOWN = 40;

	/** Properties whose values no message shows. */
	private static final Pattern SECRET = Pattern.compile("(?i)password|secret|token|key|credential");

	private ElementValues() {
	}

	/**
	 * {@return whether an element lacks an attribute, which is reported}
	 */
	static boolean isMissing(LocatedElement element, String attribute) {
		String value = element.attribute(attribute);
		boolean missing = (value != null) ? value.isBlank() : !element.attributes().containsKey(attribute);
		if (missing) {
			element.wrong("<" + element.tag() + "> has no " + attribute + ".",
					"Write <" + element.tag() + " " + attribute + "=\"...\">.");
		}
		return missing;
	}

	private static void matching(LocatedElement element, String attribute, String pattern, String problem,
			String remedy) {
		String value = element.attribute(attribute);
		if (value != null && !value.matches(pattern)) {
			wrong(element, attribute, problem, remedy);
		}
	}

	/** Reads a duration of at least a millisecond; zero is one of {@code null} only. */
	private static @Nullable Duration duration(LocatedElement element, String attribute, @Nullable String fallback) {
		String given = element.attribute(attribute);
		String text = (given != null) ? given : fallback;
		if (text == null) {
			return null;
		}
		String remedy = "Write a whole number with a unit, such as " + attribute
				+ "=\"200s\", \"5m\" or \"24h\", or ISO-8601, such as \"PT5M\".";
		Duration duration = parse(text);
		if (duration == null) {
			return wrong(element, attribute, "is not a duration.", remedy);
		}
		if (duration.isNegative() || (duration.isZero() && !attribute.equals("null-ttl"))) {
			return wrong(element, attribute, "is not positive.", remedy);
		}
		if (isTooFine(duration)) {
			return wrong(element, attribute, "is finer than a millisecond, the resolution of Ehcache's clock.", remedy);
		}
		return (duration.compareTo(LONGEST) <= 0) ? duration
				: wrong(element, attribute, "is longer than 100 years.", "Leave the attribute out for no limit.");
	}

	/** A bare number would be milliseconds for the library, and seconds for a reader. */
	private static @Nullable Duration parse(String text) {
		try {
			return (text.isBlank() || Character.isDigit(text.charAt(text.length() - 1))) ? null
					: DurationFormatterUtils.detectAndParse(text);
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			return null;
		}
	}

	private static boolean isTooFine(Duration duration) {
		return !duration.equals(duration.truncatedTo(ChronoUnit.MILLIS));
	}

	static @Nullable DeclaredCluster cluster(LocatedElement cluster) {
		Duration lease = duration(cluster, "lease", "1s");
		Duration poll = duration(cluster, "poll", "250ms");
		if (lease == null || poll == null) {
			return null;
		}
		if (poll.multipliedBy(2).compareTo(lease) > 0) {
			return cluster.wrong(
					"<" + cluster.tag() + ">: the poll of " + CachePolicy.text(poll)
							+ " is longer than half of the lease of " + CachePolicy.text(lease) + ".",
					"Make poll shorter, or lease longer.");
		}
		LocatedElement tier = cluster.child("y:shared-tier");
		return new DeclaredCluster(lease, poll, (tier != null) ? tier(tier) : null, cluster.line());
	}

	static DeclaredCluster.@Nullable Tier tier(LocatedElement tier) {
		matching(tier, "prefix", "[A-Za-z0-9._-]{1,100}", NOT_A_NAME,
				"Use up to 100 letters, digits, dots, hyphens and underscores.");
		Duration timeout = duration(tier, "timeout", "100ms");
		Duration retryAfter = duration(tier, "retry-after", "1s");
		if (isMissing(tier, "url") || timeout == null || retryAfter == null) {
			return null;
		}
		return (timeout.toSeconds() < 1 || timeout.equals(Duration.ofSeconds(1)))
				? new DeclaredCluster.Tier(tier.attribute("url", ""), tier.attribute("prefix", "cache"), timeout,
						retryAfter, tier.line())
				: wrong(tier, "timeout", "is longer than 1s.", "Write 1s at most.");
	}

	private static @Nullable Until until(LocatedElement element, @Nullable ZoneId zone) {
		String cron = element.attribute("until");
		try {
			return (cron != null) ? new Until(cron, (zone != null) ? zone : ZoneId.systemDefault()) : null;
		}
		catch (IllegalArgumentException ex) {
			return wrong(element, "until",
					"is not valid: " + StringUtils.trimTrailingCharacter(String.valueOf(ex.getMessage()), '.') + ".",
					"Write second, minute, hour, day of month, month and day of week, such as until=\"0 0 0 * * *\" for "
							+ "every midnight or \"0 0 0 * * MON\" for the end of Sunday.");
		}
	}

	private static @Nullable ZoneId zone(LocatedElement element) {
		String zone = element.attribute("zone");
		try {
			return (zone != null) ? ZoneId.of(zone) : null;
		}
		catch (DateTimeException ex) {
			return wrong(element, "zone", "is not a time zone.",
					"Write an identifier such as zone=\"Asia/Seoul\" or zone=\"UTC\".");
		}
	}

	static CachePolicy policy(LocatedElement element) {
		matching(element, "eviction", CachePolicy.EVICTION, "is not supported: Ehcache 3 evicts by LRU only.",
				"Write eviction=\"LRU\" or leave the attribute out.");
		matching(element, "region", "[A-Za-z0-9._/-]{1,100}", NOT_A_NAME,
				"Use up to 100 letters, digits, dots, hyphens, underscores and slashes.");
		matching(element, "depends", "tables", "is not \"tables\".",
				"Write depends=\"tables\", or leave the attribute out.");
		matching(element, "scope", "LOCAL|GLOBAL", "is neither LOCAL nor GLOBAL.",
				"Write scope=\"GLOBAL\" to share values between instances, or leave the attribute out.");
		needs(element, "zone", "until=\"0 0 0 * * *\" (for midnight)", "until");
		needs(element, "stale-if-error", "ttl=\"200s\"", "ttl", "tti");
		needs(element, "soft-timeout", "stale-if-error=\"10m\"", "stale-if-error");
		needs(element, "jitter", "ttl=\"200s\"", "ttl", "null-ttl");
		CachePolicy policy = new CachePolicy(duration(element, "ttl", null), duration(element, "tti", null),
				until(element, zone(element)), duration(element, "refresh-after", null),
				duration(element, "stale-if-error", null), duration(element, "load-timeout", null),
				duration(element, "null-ttl", null), jitter(element), duration(element, "soft-timeout", null),
				duration(element, "edge", null));
		if (policy.refreshAfter() != null && isWithin(policy.ttl(), policy.refreshAfter())
				&& (policy.nullTtl() == null || isWithin(policy.nullTtl(), policy.refreshAfter()))) {
			wrong(element, "refresh-after", "has no effect: ttl ends every entry before that age.",
					"Make refresh-after shorter than ttl by more than the time of a load, or leave it out.");
		}
		return policy;
	}

	private static boolean isWithin(@Nullable Duration life, Duration age) {
		return life != null && life.compareTo(age) <= 0;
	}

	/** Reports an attribute that has no effect without one of others. */
	private static void needs(LocatedElement element, String attribute, String example, String... others) {
		if (element.attributes().containsKey(attribute)
				&& Stream.of(others).noneMatch(element.attributes()::containsKey)) {
			wrong(element, attribute, "has no effect without " + String.join(" or ", others) + ".",
					"Add " + example + ", or leave " + attribute + " out.");
		}
	}

	private static int jitter(LocatedElement element) {
		String jitter = element.attribute("jitter", "0%").strip();
		if (!jitter.matches("\\d{1,2}%")) {
			wrong(element, "jitter", "is not a percentage from 0% to 99%.", "Write for example jitter=\"10%\".");
			return 0;
		}
		return Integer.parseInt(jitter.substring(0, jitter.length() - 1));
	}

	/** Returns the maximum number of caches of a {@code <y:caches>}. */
	static @Nullable Long most(LocatedElement caches) {
		if (isMissing(caches, "pattern")) {
			return null;
		}
		matching(caches, "pattern", ".*\\*.*", "has no *, so it is the name of one cache.",
				"Write for example pattern=\"tenant-*\", or declare that cache.");
		String most = caches.attribute("max", String.valueOf(CacheTemplate.MAX));
		return most.matches("[1-9][0-9]{0,3}") ? Long.valueOf(most)
				: wrong(caches, "max", "is not a whole number from 1 to 9999.", "Write for example max=\"100\".");
	}

	/** Reads a {@code <ttl>} or {@code <tti>} of Ehcache's own {@code <expiry>}. */
	static @Nullable Duration limit(LocatedElement limit) {
		Long number = number(limit, 9, "<" + limit.name() + " unit=\"seconds\">200</" + limit.name() + ">");
		String unit = unit(limit, "seconds", TIME_UNITS, "is not a unit of time.");
		if (number == null || unit == null) {
			return null;
		}
		Duration duration = Duration.of(number, ChronoUnit.valueOf(unit.toUpperCase(Locale.ROOT)));
		return (!isTooFine(duration) && duration.compareTo(LONGEST) <= 0) ? duration
				: limit.wrong(number + " " + unit + " is not a whole number of milliseconds up to 100 years.",
						"Write a <y:policy> instead, or <none/> for no limit.");
	}

	static @Nullable String unit(LocatedElement element, String fallback, List<String> units, String problem) {
		String unit = element.attribute("unit", fallback);
		return units.contains(unit) ? unit
				: wrong(element, "unit", problem, "Write one of " + String.join(", ", units) + ".");
	}

	/**
	 * Reads a positive number.
	 * @param digits the number of digits of the largest one, up to 18
	 */
	static @Nullable Long number(LocatedElement element, int digits, String example) {
		String text = element.resolved(element.text());
		if (text == null) {
			return null;
		}
		String number = text.strip();
		return number.matches("\\+?0*[1-9][0-9]{0," + (digits - 1) + "}") ? Long.valueOf(number.replace("+", ""))
				: element.wrong(quoted(element, element.text()) + " in <" + element.tag()
						+ "> is not a whole number from 1 to " + "9".repeat(digits) + ".",
						"Write for example " + example + ".");
	}

	static @Nullable String directory(LocatedElement persistence) {
		return isMissing(persistence, "directory") ? null : persistence.attribute("directory");
	}

	static @Nullable Class<?> type(LocatedElement element) {
		try {
			Class<?> type = ClassUtils.forName(element.text(), ClassUtils.getDefaultClassLoader());
			// As in Ehcache, long stands for its wrapper.
			return ClassUtils.resolvePrimitiveIfNecessary(type);
		}
		catch (ClassNotFoundException | LinkageError ex) {
			return element.wrong("class '" + element.text() + "' in <" + element.tag() + "> cannot be loaded.",
					"Write its name with the package, and a nested class as Outer$Nested.");
		}
	}

	@SuppressWarnings("rawtypes") // the file has no type parameters
	static @Nullable Class<? extends CacheEventListener> listenerType(LocatedElement element) {
		Class<?> type = type(element);
		if (type == null) {
			return null;
		}
		return (CacheEventListener.class.isAssignableFrom(type) && ClassUtils.hasConstructor(type)
				&& Modifier.isPublic(type.getModifiers()))
						? type.asSubclass(CacheEventListener.class)
						: element.wrong(type.getName() + " cannot be used as a listener.",
								"Name a public class that implements " + CacheEventListener.class.getName()
										+ " and has a public constructor without parameters.");
	}

	/** Reads a {@code <listener>} without errors. */
	static DeclaredCache.Listener listener(LocatedElement listener) {
		LocatedElement type = Objects.requireNonNull(listener.child("class"));
		return new DeclaredCache.Listener(Objects.requireNonNull(listenerType(type)),
				listener.children("events-to-fire-on")
					.map((event) -> constant(event, EventType.class))
					.collect(Collectors.toSet()),
				constant(Objects.requireNonNull(listener.child("event-firing-mode")), EventFiring.class),
				constant(Objects.requireNonNull(listener.child("event-ordering-mode")), EventOrdering.class),
				type.line());
	}

	/** Reads a constant. The first one takes the place of one that is not known. */
	static <E extends Enum<E>> E constant(LocatedElement element, Class<E> type) {
		EnumSet<E> constants = EnumSet.allOf(type);
		return constants.stream().filter((known) -> known.name().equals(element.text())).findFirst().orElseGet(() -> {
			element.wrong("unknown value \"" + element.text() + "\" in <" + element.tag() + ">.",
					"Write one of " + StringUtils.collectionToDelimitedString(constants, ", ") + ".");
			return constants.iterator().next();
		});
	}

	/** Quotes a text for a message, with its value if that is another. */
	private static String quoted(LocatedElement element, String written) {
		String value = element.resolved(written);
		return "\"" + StringUtils.truncate(written, SHOWN) + "\""
				+ ((value != null && !value.equals(written) && !SECRET.matcher(written).find())
						? ", which is \"" + StringUtils.truncate(value, SHOWN) + "\"," : "");
	}

	@SuppressWarnings("TypeParameterUnusedInFormals") // the only value is null
	static <T> @Nullable T wrong(LocatedElement element, String attribute, String problem, String remedy) {
		String written = element.attributes().getOrDefault(attribute, "");
		return element.wrong("<" + element.tag() + ">: " + attribute + "=" + quoted(element, written) + " " + problem,
				remedy);
	}

}
