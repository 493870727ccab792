package dev.yoil.ehcache.xml;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What Ehcache's schema has beside the elements that make sense here, and why it cannot
 * be had.
 */
final class UnsupportedElements {

	private static final Map<String, String> REASONS = Map.ofEntries(
			Map.entry("key-type", "Spring's cache abstraction takes keys of any type"),
			Map.entry("value-type", "Spring's cache abstraction takes values of any type"),
			Map.entry("eviction-advisor", "entries are evicted least recently used first"),
			Map.entry("loader-writer", "values are loaded by the annotated methods"),
			Map.entry("resilience", "a cache on the heap has no storage that could fail"),
			Map.entry("listeners", "what leaves a cache is shown by its inspection"),
			Map.entry("heap-store-settings", "the heap is counted in entries, not in bytes"),
			Map.entry("disk-store-settings", "entries are kept on the heap only"),
			Map.entry("offheap", "entries are kept on the heap only"),
			Map.entry("disk", "entries are kept on the heap only"),
			Map.entry("sharedHeap", "each cache has a heap of its own"),
			Map.entry("sharedOffheap", "entries are kept on the heap only"),
			Map.entry("service", "no cache here uses further services"),
			Map.entry("default-serializers", "entries are kept on the heap only"),
			Map.entry("default-copiers", "values are handed out as they were stored"),
			Map.entry("persistence", "entries are kept on the heap only"),
			Map.entry("thread-pools", "no cache here uses threads of its own"),
			Map.entry("event-dispatch", "no cache here uses threads of its own"),
			Map.entry("write-behind", "no cache here uses threads of its own"),
			Map.entry("shared-resources", "each cache has a heap of its own"),
			Map.entry("heap-store", "the heap is counted in entries, not in bytes"),
			Map.entry("disk-store", "entries are kept on the heap only"));

	private UnsupportedElements() {
	}

	/**
	 * Returns why an element of Ehcache's is not supported.
	 * @param name its local name
	 * @return the reason, {@code null} if there is no such element
	 */
	static @Nullable String reason(String name) {
		return REASONS.get(name);
	}

}
