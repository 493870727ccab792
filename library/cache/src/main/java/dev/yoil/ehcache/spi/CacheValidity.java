package dev.yoil.ehcache.spi;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;

import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Label;
import org.jspecify.annotations.Nullable;

/**
 * The labels of the keys of one cache, and their regions. A region is a set of data that
 * changes together. By the default methods, the cache has no regions. Thread-safe. No
 * method waits.
 */
public interface CacheValidity {

	/**
	 * Returns the current label of a key, of its regions and of the whole cache. Call
	 * this before the value is read.
	 * @throws IllegalArgumentException if the key names no region, or an invalid one
	 */
	Label label(Object key);

	/**
	 * {@return the names of the regions of a key; empty if the cache has no regions}
	 * @throws IllegalArgumentException if the key names no region, or an invalid one
	 */
	default Set<String> regions(Object key) {
		return Set.of();
	}

	/**
	 * {@return the versions of the regions of a key, as far as they have some}
	 */
	default SortedMap<String, Long> versions(Object key) {
		return Collections.emptySortedMap();
	}

	/**
	 * Returns a text that stands for the versions of a key's regions, and differs after
	 * each change. Levels below the heap name their values by it. Call this before the
	 * value is read.
	 * @return {@code null} if it is unknown: then such levels are not used
	 */
	default @Nullable String state(Object key) {
		return null;
	}

	/**
	 * {@return how old values in levels below the heap may be, in milliseconds since
	 * 1970}
	 */
	default long oldestInTiers() {
		return 0;
	}

	/**
	 * Kills all labels of the cache. The caller then removes its entries.
	 */
	Change changeAll();

	/**
	 * {@return whether a change has killed all labels of the cache}
	 */
	default boolean isAll(Change change) {
		return true;
	}

	/**
	 * Creates the gate that each write of the cache passes.
	 * @param tiered tells whether the cache has a level below the heap
	 */
	default WriteGate gate(BooleanSupplier tiered) {
		return WriteGate.OPEN;
	}

}
