package dev.yoil.ehcache.xml;

import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What Ehcache's schema has besides what can be had here, and why it cannot.
 */
final class Unsupported {

	private static final String HEAP_ONLY = "entries are kept on the heap only";

	private static final String COUNTED = "all that a value refers to is counted, 10,000 objects at most";

	private static final Map<String, String> REASONS = Map.ofEntries(
			Map.entry("eviction-advisor", "entries are evicted least recently used first, and no class is asked"),
			Map.entry("loader-writer", "values are loaded by the methods that are annotated with @Cacheable"),
			Map.entry("resilience", "a cache on the heap has no storage that could fail"),
			Map.entry("heap-store-settings", COUNTED), Map.entry("heap-store", COUNTED),
			Map.entry("disk-store-settings", HEAP_ONLY), Map.entry("offheap", HEAP_ONLY), Map.entry("disk", HEAP_ONLY),
			Map.entry("persistence", HEAP_ONLY), Map.entry("sharedOffheap", HEAP_ONLY),
			Map.entry("sharedDisk", HEAP_ONLY), Map.entry("default-serializers", HEAP_ONLY),
			Map.entry("sharedHeap", "each cache has a heap of its own"),
			Map.entry("shared-resources", "each cache has a heap of its own"),
			Map.entry("default-copiers", "values are handed out as they were stored"));

	private Unsupported() {
	}

	/**
	 * {@return why there is no such element here; {@code null} if Ehcache has none
	 * either, or if it can be had}
	 */
	static @Nullable String reason(LocatedElement element) {
		return element.namespace().equals(EhcacheXmlGrammar.EHCACHE) ? REASONS.get(element.name()) : null;
	}

	/**
	 * {@return what to write instead of an element for which there is a reason}
	 */
	static String remedy(LocatedElement element) {
		return Set.of("offheap", "disk").contains(element.name())
				? "Remove it, and write in <heap> how many entries the cache should hold." : "Remove it.";
	}

}
