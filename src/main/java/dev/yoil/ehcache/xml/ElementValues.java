package dev.yoil.ehcache.xml;

import java.lang.reflect.Modifier;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

	private static final String ENTRIES = "entries";

	private static final List<String> TIME_UNITS = List.of("days", "hours", "micros", "millis", "minutes", "nanos",
			"seconds");

	/** From bytes on, each is 1024 of the one before. */
	private static final List<String> HEAP_UNITS = List.of(ENTRIES, "B", "kB", "MB", "GB", "TB", "PB");

	/** The smallest sizes of tiers: a page of Ehcache, and a few files. */
	private static final Map<String, Long> LEAST_BYTES = Map.of("offheap", 1L << 20, "disk", 8L << 20);

	private static final Pattern SYSTEM_PROPERTY = Pattern.compile("\\$\\{([^${}:]+)}");

	/** Far from overflowing a count of milliseconds. */
	private static final Duration LONGEST = Duration.ofDays(36_500);

	private static final String NOT_A_NAME = "is not a valid name.";

	private static final int SHOWN = 40;

	private ElementValues() {
	}

	private static boolean isMissing(LocatedElement element, String attribute) {
		boolean missing = element.attribute(attribute, "").isBlank();
		if (missing) {
			element.wrong("<" + element.tag() + "> has no " + attribute + ".",
					"Write <" + element.tag() + " " + attribute + "=\"...\">.");
		}
		return missing;
	}

	/** Names are part of URLs, from which clients remove . and .. */
	static void name(LocatedElement element, String attribute) {
		if (!isMissing(element, attribute)) {
			matching(element, attribute, "(?!\\.+$)[A-Za-z0-9._-]{1,100}", NOT_A_NAME,
					"Use up to 100 letters, digits, dots, hyphens and underscores, and not only dots.");
		}
	}

	private static void matching(LocatedElement element, String attribute, String pattern, String problem,
			String remedy) {
		String value = element.attribute(attribute);
		if (value != null && !value.matches(pattern)) {
			wrong(element, attribute, problem, remedy);
		}
	}

	/** Reads a duration of at least a millisecond. */
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
		if (duration.isNegative() || duration.isZero()) {
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
		if (zone != null && element.attribute("until") == null) {
			wrong(element, "zone", "has no effect without until.",
					"Add until=\"0 0 0 * * *\" (for midnight), or leave zone out.");
		}
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
		matching(element, "scope", "LOCAL|GLOBAL", "is neither LOCAL nor GLOBAL.",
				"Write scope=\"GLOBAL\" to share values between instances, or leave the attribute out.");
		if (element.attribute("stale-if-error") != null && element.attribute("ttl") == null
				&& element.attribute("tti") == null) {
			wrong(element, "stale-if-error", "has no effect without ttl or tti.",
					"Add ttl=\"200s\", or leave stale-if-error out.");
		}
		return new CachePolicy(duration(element, "ttl", null), duration(element, "tti", null),
				until(element, zone(element)), duration(element, "refresh-after", null),
				duration(element, "stale-if-error", null), duration(element, "load-timeout", null));
	}

	/** Reads a {@code <ttl>} or {@code <tti>} of Ehcache's own {@code <expiry>}. */
	static @Nullable Duration limit(LocatedElement limit) {
		Long number = number(limit, "<" + limit.name() + " unit=\"seconds\">200</" + limit.name() + ">");
		String unit = unit(limit, "seconds", TIME_UNITS, "is not a unit of time.");
		if (number == null || unit == null) {
			return null;
		}
		Duration duration = Duration.of(number, ChronoUnit.valueOf(unit.toUpperCase(Locale.ROOT)));
		return (!isTooFine(duration) && duration.compareTo(LONGEST) <= 0) ? duration
				: limit.wrong(number + " " + unit + " is not a whole number of milliseconds up to 100 years.",
						"Write a <y:policy> instead, or <none/> for no limit.");
	}

	private static @Nullable String unit(LocatedElement element, String fallback, List<String> units, String problem) {
		String unit = element.attribute("unit", fallback);
		return units.contains(unit) ? unit
				: wrong(element, "unit", problem, "Write one of " + String.join(", ", units) + ".");
	}

	/** Returns the number of entries, {@code null} if the heap counts bytes. */
	static @Nullable Long entries(LocatedElement heap) {
		return heap.attribute("unit", ENTRIES).equals(ENTRIES) ? number(heap, EhcacheXmlGrammar.HEAP) : null;
	}

	/**
	 * Returns the number of bytes of a heap or a tier, {@code null} if it counts entries.
	 */
	static @Nullable Long bytes(LocatedElement tier) {
		Long least = LEAST_BYTES.get(tier.kind());
		Long number = number(tier, (least != null) ? tier(tier, least) : EhcacheXmlGrammar.HEAP);
		String unit = (least != null)
				? unit(tier, "B", HEAP_UNITS.subList(1, HEAP_UNITS.size()), "is not a unit of memory.")
				: unit(tier, ENTRIES, HEAP_UNITS, "is neither entries nor a unit of memory.");
		if (number == null || unit == null || unit.equals(ENTRIES)) {
			return null;
		}
		int power = HEAP_UNITS.indexOf(unit) - 1;
		if (number > Long.MAX_VALUE >> (10 * power)) {
			return tier.wrong(number + " " + unit + " is too large.", "Write a smaller number.");
		}
		long bytes = number << (10 * power);
		return (least == null || bytes >= least) ? Long.valueOf(bytes)
				: tier.wrong(number + " " + unit + " in <" + tier.tag() + "> is too small.",
						"Write " + tier(tier, least) + " at least.");
	}

	private static String tier(LocatedElement tier, long bytes) {
		return "<" + tier.tag() + " unit=\"MB\">" + (bytes >> 20) + "</" + tier.tag() + ">";
	}

	/** Checks a {@code <disk>}. */
	static void disk(LocatedElement disk) {
		bytes(disk);
		matching(disk, "persistent", "true|false", "is neither true nor false.",
				"Write persistent=\"true\" to keep the values after a restart.");
	}

	/** Returns the path of a {@code <persistence>} with its system properties. */
	static @Nullable String directory(LocatedElement persistence) {
		if (isMissing(persistence, "directory")) {
			return null;
		}
		StringBuilder path = new StringBuilder();
		Matcher property = SYSTEM_PROPERTY.matcher(persistence.attribute("directory", ""));
		while (property.find()) {
			String value = System.getProperty(property.group(1));
			if (value == null) {
				return persistence.wrong("the system property of " + property.group() + " is not set.",
						"Start with -D" + property.group(1) + "=..., or write a path.");
			}
			property.appendReplacement(path, Matcher.quoteReplacement(value));
		}
		return property.appendTail(path).toString();
	}

	/** Returns a number of bytes in the largest unit of which it is a whole number. */
	static String memory(long bytes) {
		int power = Math.min(Long.numberOfTrailingZeros(bytes) / 10, HEAP_UNITS.size() - 2);
		return (bytes >> (10 * power)) + " " + HEAP_UNITS.get(power + 1);
	}

	private static @Nullable Long number(LocatedElement element, String example) {
		String text = element.text();
		Matcher property = SYSTEM_PROPERTY.matcher(text);
		if (property.matches()) {
			String value = System.getProperty(property.group(1));
			if (value == null) {
				return element.wrong("the system property of " + text + " is not set.",
						"Start with -D" + property.group(1) + "=1000, or write " + example + ".");
			}
			text = value.strip();
		}
		return text.matches("\\+?0*[1-9][0-9]{0,8}") ? Long.valueOf(text.replace("+", ""))
				: element.wrong(
						"\"" + text + "\" in <" + element.tag() + "> is not a whole number from 1 to 999999999.",
						"Write for example " + example + ".");
	}

	static @Nullable Class<?> type(LocatedElement element) {
		try {
			return Class.forName(element.text(), false, ClassUtils.getDefaultClassLoader());
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

	@SuppressWarnings("TypeParameterUnusedInFormals") // the only value is null
	private static <T> @Nullable T wrong(LocatedElement element, String attribute, String problem, String remedy) {
		String value = StringUtils.truncate(element.attribute(attribute, ""), SHOWN);
		return element.wrong("<" + element.tag() + ">: " + attribute + "=\"" + value + "\" " + problem, remedy);
	}

}
