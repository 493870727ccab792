package dev.yoil.ehcache.xml;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.yoil.ehcache.policy.CachePolicy;
import org.ehcache.event.CacheEventListener;
import org.ehcache.event.EventFiring;
import org.ehcache.event.EventOrdering;
import org.ehcache.event.EventType;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * What the elements of Ehcache's schema mean that a cache may have. Each is read by
 * itself, and refused if its text or its attributes make no sense; which of them may
 * stand where is up to {@link EhcacheXmlGrammar}.
 */
final class CacheElements {

	/** What to write for a heap when nothing else is known. */
	static final String HEAP = "<heap unit=\"entries\">1000</heap>";

	private static final String ENTRIES = "entries";

	/** Each is 1024 of the one before. */
	private static final List<String> MEMORY_UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB");

	private static final Set<String> TIME_UNITS = new TreeSet<>(
			List.of("nanos", "micros", "millis", "seconds", "minutes", "hours", "days"));

	private static final Pattern SYSTEM_PROPERTY = Pattern.compile("\\$\\{([^${}:]+)}");

	private CacheElements() {
	}

	/**
	 * Reads a {@code <heap>} that is counted in entries.
	 * @return how many entries it holds; {@code null} if it is counted in bytes
	 */
	static @Nullable Long entries(LocatedElement heap) {
		return unit(heap).equals(ENTRIES) ? Long.valueOf(size(heap)) : null;
	}

	/**
	 * Reads a {@code <heap>} that is counted in bytes.
	 * @return how many bytes it holds; {@code null} if it is counted in entries
	 */
	static @Nullable Long bytes(LocatedElement heap) {
		int power = MEMORY_UNITS.indexOf(unit(heap));
		if (power < 0) {
			return null;
		}
		long number = size(heap);
		if (number > Long.MAX_VALUE >> (10 * power)) {
			throw heap.wrong(number + " " + unit(heap) + " is more than any memory has.", "Write fewer.");
		}
		return number << (10 * power);
	}

	/**
	 * {@return a number of bytes, in the largest unit of which it is a whole number}
	 */
	static String memory(long bytes) {
		int power = Math.min(Long.numberOfTrailingZeros(bytes) / 10, MEMORY_UNITS.size() - 1);
		return (bytes >> (10 * power)) + " " + MEMORY_UNITS.get(power);
	}

	/**
	 * Reads the number in a {@code <heap>}, whatever it counts.
	 */
	static long size(LocatedElement heap) {
		return positiveNumber(heap, HEAP);
	}

	private static String unit(LocatedElement heap) {
		String unit = heap.attributes().getOrDefault("unit", ENTRIES);
		if (!unit.equals(ENTRIES) && !MEMORY_UNITS.contains(unit)) {
			throw heap.wrong("unit=\"" + unit + "\" is neither entries nor a unit of memory.",
					"Write one of entries, " + String.join(", ", MEMORY_UNITS) + ".");
		}
		return unit;
	}

	/**
	 * Reads Ehcache's own {@code <expiry>}, which has one child.
	 */
	static CachePolicy expiry(LocatedElement expiry) {
		LocatedElement limit = expiry.children().get(0);
		if (limit.name().equals("none")) {
			return CachePolicy.NO_EXPIRY;
		}
		Duration duration = duration(limit);
		return limit.name().equals("ttl") ? new CachePolicy(duration, null, null)
				: new CachePolicy(null, duration, null);
	}

	/**
	 * Reads the number in a {@code <ttl>} or {@code <tti>}, whatever its unit.
	 */
	static long time(LocatedElement limit) {
		return positiveNumber(limit, "<" + limit.name() + " unit=\"seconds\">200</" + limit.name() + ">");
	}

	private static Duration duration(LocatedElement limit) {
		String unit = limit.attributes().getOrDefault("unit", "seconds");
		if (!TIME_UNITS.contains(unit)) {
			throw limit.wrong("unit=\"" + unit + "\" is not a unit of time.",
					"Write one of " + String.join(", ", TIME_UNITS) + ".");
		}
		long number = time(limit);
		Duration duration = Duration.of(number, ChronoUnit.valueOf(unit.toUpperCase(Locale.ROOT)));
		if (PolicyAttributes.isTooFine(duration) || PolicyAttributes.isTooLong(duration)) {
			throw limit.wrong(number + " " + unit + " is not a whole number of milliseconds up to 100 years.",
					"Write a <y:policy> instead, or <none/> for no limit.");
		}
		return duration;
	}

	private static long positiveNumber(LocatedElement element, String example) {
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

	/**
	 * Reads a {@code <key-type>} or {@code <value-type>}.
	 * @param element {@code null} for any type
	 */
	static Class<?> type(@Nullable LocatedElement element) {
		return (element != null) ? load(element) : Object.class;
	}

	/**
	 * Reads a {@code <listener>} whose elements are all there.
	 */
	static DeclaredCache.Listener listener(LocatedElement listener) {
		LocatedElement type = Objects.requireNonNull(listener.child(EhcacheXmlGrammar.EHCACHE, "class"));
		Class<?> loaded = load(type);
		if (!CacheEventListener.class.isAssignableFrom(loaded) || !ClassUtils.hasConstructor(loaded)
				|| !java.lang.reflect.Modifier.isPublic(loaded.getModifiers())) {
			throw type.wrong(loaded.getName() + " cannot be used as a listener.", "Name a public class that implements "
					+ CacheEventListener.class.getName() + " and has a public constructor without parameters.");
		}
		Set<EventType> events = EnumSet.noneOf(EventType.class);
		listener.children()
			.stream()
			.filter((child) -> child.name().equals("events-to-fire-on"))
			.forEach((event) -> events.add(constant(event, EventType.class)));
		return new DeclaredCache.Listener(loaded.asSubclass(CacheEventListener.class), events,
				constant(Objects.requireNonNull(listener.child(EhcacheXmlGrammar.EHCACHE, "event-firing-mode")),
						EventFiring.class),
				constant(Objects.requireNonNull(listener.child(EhcacheXmlGrammar.EHCACHE, "event-ordering-mode")),
						EventOrdering.class),
				type.line());
	}

	private static <E extends Enum<E>> E constant(LocatedElement element, Class<E> type) {
		return Arrays.stream(type.getEnumConstants())
			.filter((constant) -> constant.name().equals(element.text()))
			.findFirst()
			.orElseThrow(() -> element.wrong("\"" + element.text() + "\" in <" + element.tag() + "> is not known.",
					"Write one of " + Arrays.stream(type.getEnumConstants())
						.map(Enum::name)
						.sorted()
						.collect(Collectors.joining(", ")) + "."));
	}

	private static Class<?> load(LocatedElement element) {
		String name = element.text();
		try {
			return Class.forName(name, false, ClassUtils.getDefaultClassLoader());
		}
		catch (ClassNotFoundException | LinkageError ex) {
			throw element.wrong("the class '" + name + "' in <" + element.tag() + "> cannot be loaded.",
					"Correct the name: that of its package belongs to it, and a nested class is named Outer$Nested.");
		}
	}

}
