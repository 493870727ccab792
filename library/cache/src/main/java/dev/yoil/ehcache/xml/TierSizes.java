package dev.yoil.ehcache.xml;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.yoil.ehcache.policy.ValueLimits;
import org.jspecify.annotations.Nullable;

/**
 * The sizes of the tiers of a cache, and of its values. Methods report what they cannot
 * read, and return {@code null} then.
 */
final class TierSizes {

	private static final String ENTRIES = "entries";

	private static final List<String> HEAP_UNITS = List.of(ENTRIES, "B", "kB", "MB", "GB", "TB", "PB");

	/** The minimum of Ehcache. */
	private static final long SMALLEST_OFF_HEAP = 1L << 20;

	/** Eight segments of 1 MB. */
	private static final long SMALLEST_DISK = 8L << 20;

	private TierSizes() {
	}

	/** Returns the number of bytes, {@code null} if the heap counts entries. */
	static @Nullable Long heap(LocatedElement heap) {
		Long number = ElementValues.number(heap, 9, EhcacheXmlGrammar.HEAP);
		String unit = ElementValues.unit(heap, ENTRIES, HEAP_UNITS, "is neither entries nor a unit of memory.");
		return (number == null || unit == null || unit.equals(ENTRIES)) ? null : inBytes(heap, number, unit);
	}

	static @Nullable Long offHeap(@Nullable LocatedElement offHeap) {
		return (offHeap != null) ? tier(offHeap, EhcacheXmlGrammar.OFF_HEAP, SMALLEST_OFF_HEAP) : null;
	}

	static DeclaredCache.@Nullable Disk disk(@Nullable LocatedElement disk) {
		if (disk == null) {
			return null;
		}
		Long bytes = tier(disk, EhcacheXmlGrammar.DISK, SMALLEST_DISK);
		String persistent = disk.attribute("persistent", "false").strip();
		if (!persistent.matches("true|false|1|0")) {
			return ElementValues.wrong(disk, "persistent", "is neither true nor false.",
					"Write persistent=\"true\" to keep the entries after a restart, or leave the attribute out.");
		}
		return (bytes != null) ? new DeclaredCache.Disk(bytes, persistent.matches("true|1")) : null;
	}

	/** Reads the size of a tier below the heap. */
	private static @Nullable Long tier(LocatedElement tier, String example, long smallest) {
		Long bytes = inBytes(tier, example);
		return (bytes == null || bytes >= smallest) ? bytes
				: tier.wrong(name(tier) + " of " + DeclaredCache.text(bytes) + " is smaller than "
						+ DeclaredCache.text(smallest) + ".", "Write a larger one, such as " + example + ".");
	}

	/**
	 * Returns the limits of single values, none without an element that declares them.
	 */
	static ValueLimits valueLimits(@Nullable LocatedElement settings) {
		LocatedElement objects = (settings != null) ? settings.child("max-object-graph-size") : null;
		LocatedElement bytes = (settings != null) ? settings.child("max-object-size") : null;
		return new ValueLimits((objects != null) ? mostObjects(objects) : null,
				(bytes != null) ? mostBytes(bytes) : null);
	}

	static @Nullable Long mostObjects(LocatedElement limit) {
		return ElementValues.number(limit, 9, "<max-object-graph-size>1000</max-object-graph-size>");
	}

	static @Nullable Long mostBytes(LocatedElement limit) {
		return inBytes(limit, "<max-object-size unit=\"kB\">200</max-object-size>");
	}

	/** Reads a size. As in Ehcache, a bare number is bytes. */
	private static @Nullable Long inBytes(LocatedElement element, String example) {
		Long number = ElementValues.number(element, 15, example);
		String unit = ElementValues.unit(element, "B", DeclaredCache.MEMORY_UNITS, "is not a unit of memory.");
		return (number == null || unit == null) ? null : inBytes(element, number, unit);
	}

	private static @Nullable Long inBytes(LocatedElement element, long number, String unit) {
		int power = DeclaredCache.MEMORY_UNITS.indexOf(unit);
		return (number <= Long.MAX_VALUE >> (10 * power)) ? Long.valueOf(number << (10 * power))
				: element.wrong(number + " " + unit + " is too large.", "Write a smaller number.");
	}

	/**
	 * Reports each tier that is not larger than the one above it, which Ehcache rejects.
	 * A heap that counts entries is not compared.
	 */
	static void check(LocatedElement resources) {
		List<LocatedElement> tiers = Stream.of("heap", "offheap", "disk")
			.map(resources::child)
			.filter(Objects::nonNull)
			.toList();
		for (int i = 1; i < tiers.size(); i++) {
			compare(tiers.get(i - 1), tiers.get(i));
		}
	}

	private static void compare(LocatedElement upper, LocatedElement lower) {
		Long above = bytes(upper);
		Long below = bytes(lower);
		if (above != null && below != null && below <= above) {
			lower.wrong(
					name(lower) + " of " + DeclaredCache.text(below) + " is not larger than the " + name(upper) + " of "
							+ DeclaredCache.text(above) + ".",
					"Make <" + lower.tag() + "> larger, or <" + upper.tag() + "> smaller.");
		}
	}

	private static @Nullable Long bytes(LocatedElement tier) {
		DeclaredCache.Disk disk = tier.kind().equals("disk") ? disk(tier) : null;
		return switch (tier.kind()) {
			case "heap" -> heap(tier);
			case "offheap" -> offHeap(tier);
			default -> (disk != null) ? disk.bytes() : null;
		};
	}

	private static String name(LocatedElement tier) {
		return tier.kind().equals("offheap") ? "off-heap" : tier.kind();
	}

}
