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
import java.util.function.BiConsumer;
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
 * The meaning of elements and attributes of a cache configuration file. Each is read by
 * itself, and refused if it makes no sense; which of them may stand where is up to
 * {@link EhcacheXmlGrammar}.
 */
final class ElementValues {

	private static final String ENTRIES = "entries";

	static final List<String> TIME_UNITS = List.of("days", "hours", "micros", "millis", "minutes", "nanos", "seconds");

	/** From bytes on, each is 1024 of the one before. */
	static final List<String> HEAP_UNITS = List.of(ENTRIES, "B", "kB", "MB", "GB", "TB", "PB");

	private static final Pattern SYSTEM_PROPERTY = Pattern.compile("\\$\\{([^${}:]+)}");

	/** Far beyond any use, and far from overflowing a count of milliseconds. */
	private static final Duration LONGEST = Duration.ofDays(36_500);

	private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(1);

	/** As much of a value as a message repeats. */
	private static final int SHOWN = 40;

	private ElementValues() {
	}

	static void any(LocatedElement element, String attribute) {
		// It is looked at once all elements are known.
	}

	static void required(LocatedElement element, String attribute) {
		if (element.attributes().getOrDefault(attribute, "").isBlank()) {
			throw element.wrong("<" + element.tag() + "> has no " + attribute + ".",
					"Write <" + element.tag() + " " + attribute + "=\"...\">.");
		}
	}

	/** Names are part of addresses, of which clients take . and .. out. */
	static void name(LocatedElement element, String attribute) {
		required(element, attribute);
		matching("(?!\\.+$)[A-Za-z0-9._-]{1,100}", "cannot be used as a name.",
				"Use up to 100 letters, digits, dots, hyphens and underscores, and not only dots.")
			.accept(element, attribute);
	}

	/** Makes a reader that refuses other values than those of a pattern. */
	static BiConsumer<LocatedElement, String> matching(String pattern, String problem, String remedy) {
		return (element, attribute) -> {
			String value = element.attributes().get(attribute);
			if (value != null && !value.matches(pattern)) {
				throw wrong(element, attribute, problem, remedy);
			}
		};
	}

	/** Makes a reader that refuses other values than some. */
	static BiConsumer<LocatedElement, String> oneOf(List<String> values, String problem) {
		return matching(String.join("|", values), problem, "Write one of " + String.join(", ", values) + ".");
	}

	/** Reads a duration of at least a millisecond. */
	static @Nullable Duration duration(LocatedElement element, String attribute) {
		String text = element.attributes().get(attribute);
		if (text == null) {
			return null;
		}
		String remedy = "Write a whole number with a unit, such as " + attribute
				+ "=\"200s\", \"5m\" or \"24h\", or ISO-8601, such as \"PT5M\".";
		Duration duration = parse(text);
		if (duration == null) {
			throw wrong(element, attribute, "is not a duration.", remedy);
		}
		if (duration.isNegative() || duration.isZero()) {
			throw wrong(element, attribute, "is not longer than zero.", remedy);
		}
		if (isTooFine(duration)) {
			throw wrong(element, attribute, "is finer than a millisecond, the resolution of Ehcache's clock.", remedy);
		}
		if (duration.compareTo(LONGEST) > 0) {
			throw wrong(element, attribute, "is longer than 100 years.", "Leave the attribute out for no limit.");
		}
		return duration;
	}

	private static Duration duration(LocatedElement element, String attribute, Duration otherwise) {
		return Objects.requireNonNullElse(duration(element, attribute), otherwise);
	}

	/**
	 * A bare number is refused: the library would take it for milliseconds, a reader for
	 * seconds.
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

	private static boolean isTooFine(Duration duration) {
		return !duration.equals(duration.truncatedTo(ChronoUnit.MILLIS));
	}

	static @Nullable Duration timeout(LocatedElement tier, String attribute) {
		Duration timeout = duration(tier, attribute);
		if (timeout != null && timeout.compareTo(LONGEST_TIMEOUT) > 0) {
			throw wrong(tier, attribute, "is longer than a reader waits for what spares a load.",
					"Write a second at most.");
		}
		return timeout;
	}

	static DeclaredCluster cluster(LocatedElement cluster) {
		Duration lease = duration(cluster, "lease", Duration.ofSeconds(1));
		Duration poll = duration(cluster, "poll", Duration.ofMillis(250));
		if (poll.multipliedBy(2).compareTo(lease) > 0) {
			throw cluster.wrong(
					"<" + cluster.tag() + ">: two polls take " + CachePolicy.text(poll.multipliedBy(2))
							+ ", longer than the lease of " + CachePolicy.text(lease)
							+ ", which would be over whenever one of them is late.",
					"Make poll shorter, or lease longer.");
		}
		LocatedElement tier = cluster.child("y:shared-tier");
		return new DeclaredCluster(lease, poll, (tier != null) ? tier(tier) : null, cluster.line());
	}

	private static DeclaredCluster.Tier tier(LocatedElement tier) {
		return new DeclaredCluster.Tier(tier.attributes().getOrDefault("url", ""),
				tier.attributes().getOrDefault("prefix", "cache"), duration(tier, "timeout", Duration.ofMillis(100)),
				duration(tier, "retry-after", Duration.ofSeconds(1)), tier.line());
	}

	/** Reads a cron expression, in the time zone of the system. */
	static @Nullable Until until(LocatedElement element, String attribute) {
		String cron = element.attributes().get(attribute);
		try {
			return (cron != null) ? new Until(cron, ZoneId.systemDefault()) : null;
		}
		catch (IllegalArgumentException ex) {
			throw wrong(element, attribute,
					"cannot be used: " + StringUtils.trimTrailingCharacter(String.valueOf(ex.getMessage()), '.') + ".",
					"Write second, minute, hour, day of month, month and day of week, such as until=\"0 0 0 * * *\" for "
							+ "every midnight or \"0 0 0 * * MON\" for the end of Sunday.");
		}
	}

	static @Nullable ZoneId zone(LocatedElement element, String attribute) {
		String zone = element.attributes().get(attribute);
		try {
			return (zone != null) ? ZoneId.of(zone) : null;
		}
		catch (DateTimeException ex) {
			throw wrong(element, attribute, "is not a time zone.",
					"Write an identifier such as zone=\"Asia/Seoul\" or zone=\"UTC\".");
		}
	}

	static CachePolicy policy(LocatedElement element) {
		Until until = until(element, "until");
		ZoneId zone = zone(element, "zone");
		if (until == null && zone != null) {
			throw wrong(element, "zone", "means nothing without until.",
					"Add until=\"0 0 0 * * *\" (for midnight), or leave zone out.");
		}
		if (until != null && zone != null) {
			until = new Until(until.expression(), zone);
		}
		CachePolicy policy = new CachePolicy(duration(element, "ttl"), duration(element, "tti"), until,
				duration(element, "refresh-after"), duration(element, "stale-if-error"),
				duration(element, "load-timeout"));
		if (policy.staleIfError() != null && policy.ttl() == null && policy.tti() == null) {
			throw wrong(element, "stale-if-error",
					"means nothing without ttl or tti: only they let a value become stale.",
					"Add ttl=\"200s\", or leave stale-if-error out.");
		}
		return policy;
	}

	/** Reads a {@code <ttl>} or {@code <tti>} of Ehcache's own {@code <expiry>}. */
	static Duration limit(LocatedElement limit) {
		long number = number(limit, "<" + limit.name() + " unit=\"seconds\">200</" + limit.name() + ">");
		String unit = limit.attributes().getOrDefault("unit", "seconds");
		if (!TIME_UNITS.contains(unit)) {
			return LONGEST; // the attribute is refused by itself
		}
		Duration duration = Duration.of(number, ChronoUnit.valueOf(unit.toUpperCase(Locale.ROOT)));
		if (isTooFine(duration) || duration.compareTo(LONGEST) > 0) {
			throw limit.wrong(number + " " + unit + " is not a whole number of milliseconds up to 100 years.",
					"Write a <y:policy> instead, or <none/> for no limit.");
		}
		return duration;
	}

	/**
	 * {@return how many entries a heap holds; {@code null} if it is counted in bytes}
	 */
	static @Nullable Long entries(LocatedElement heap) {
		return unit(heap).equals(ENTRIES) ? Long.valueOf(number(heap, EhcacheXmlGrammar.HEAP)) : null;
	}

	/**
	 * {@return how many bytes a heap holds; {@code null} if it is counted in entries}
	 */
	static @Nullable Long bytes(LocatedElement heap) {
		long number = number(heap, EhcacheXmlGrammar.HEAP);
		int power = HEAP_UNITS.indexOf(unit(heap)) - 1;
		if (power > 0 && number > Long.MAX_VALUE >> (10 * power)) {
			throw heap.wrong(number + " " + unit(heap) + " is more than any memory has.", "Write fewer.");
		}
		return (power >= 0) ? Long.valueOf(number << (10 * power)) : null;
	}

	private static String unit(LocatedElement heap) {
		return heap.attributes().getOrDefault("unit", ENTRIES);
	}

	/**
	 * {@return a number of bytes, in the largest unit of which it is a whole number}
	 */
	static String memory(long bytes) {
		int power = Math.min(Long.numberOfTrailingZeros(bytes) / 10, HEAP_UNITS.size() - 2);
		return (bytes >> (10 * power)) + " " + HEAP_UNITS.get(power + 1);
	}

	private static long number(LocatedElement element, String example) {
		String text = element.text();
		Matcher property = SYSTEM_PROPERTY.matcher(text);
		if (property.matches()) {
			String value = System.getProperty(property.group(1));
			if (value == null) {
				throw element.wrong("the system property of " + text + " is not set.",
						"Start with -D" + property.group(1) + "=1000, or write " + example + ".");
			}
			text = value.strip();
		}
		if (!text.matches("\\+?0*[1-9][0-9]{0,8}")) {
			throw element.wrong(
					"\"" + text + "\" in <" + element.tag() + "> is not a whole number from 1 to 999999999.",
					"Write for example " + example + ".");
		}
		return Long.parseLong(text);
	}

	static Class<?> type(LocatedElement element) {
		try {
			return Class.forName(element.text(), false, ClassUtils.getDefaultClassLoader());
		}
		catch (ClassNotFoundException | LinkageError ex) {
			throw element.wrong("the class '" + element.text() + "' in <" + element.tag() + "> cannot be loaded.",
					"Correct the name: that of its package belongs to it, and a nested class is named Outer$Nested.");
		}
	}

	@SuppressWarnings("rawtypes") // the file says nothing of its type parameters
	static Class<? extends CacheEventListener> listenerType(LocatedElement element) {
		Class<?> type = type(element);
		if (!CacheEventListener.class.isAssignableFrom(type) || !ClassUtils.hasConstructor(type)
				|| !Modifier.isPublic(type.getModifiers())) {
			throw element.wrong(type.getName() + " cannot be used as a listener.",
					"Name a public class that implements " + CacheEventListener.class.getName()
							+ " and has a public constructor without parameters.");
		}
		return type.asSubclass(CacheEventListener.class);
	}

	/** Reads a {@code <listener>} whose elements are all there. */
	static DeclaredCache.Listener listener(LocatedElement listener) {
		LocatedElement type = Objects.requireNonNull(listener.child("class"));
		return new DeclaredCache.Listener(listenerType(type),
				listener.children("events-to-fire-on")
					.map((event) -> constant(event, EventType.class))
					.collect(Collectors.toSet()),
				constant(Objects.requireNonNull(listener.child("event-firing-mode")), EventFiring.class),
				constant(Objects.requireNonNull(listener.child("event-ordering-mode")), EventOrdering.class),
				type.line());
	}

	static <E extends Enum<E>> E constant(LocatedElement element, Class<E> type) {
		try {
			return Enum.valueOf(type, element.text());
		}
		catch (IllegalArgumentException ex) {
			throw element.wrong("\"" + element.text() + "\" in <" + element.tag() + "> is not known.",
					"Write one of " + StringUtils.collectionToDelimitedString(EnumSet.allOf(type), ", ") + ".");
		}
	}

	private static EhcacheXmlException wrong(LocatedElement element, String attribute, String problem, String remedy) {
		String value = StringUtils.truncate(element.attributes().getOrDefault(attribute, ""), SHOWN);
		return element.wrong("<" + element.tag() + ">: " + attribute + "=\"" + value + "\" " + problem, remedy);
	}

}
