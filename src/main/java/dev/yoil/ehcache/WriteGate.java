package dev.yoil.ehcache;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import dev.yoil.ehcache.region.Regions;
import org.jspecify.annotations.Nullable;

/**
 * The gate that each write to one cache passes. It announces the write to the other
 * instances, the tiers and the edge: with the calling thread's transaction if there is
 * one, else at once. Thread-safe.
 */
final class WriteGate {

	private final Regions regions;

	private final KeyRegions keyRegions;

	/** Tells whether the cache has a tier below the heap. */
	private final BooleanSupplier tiered;

	WriteGate(Regions regions, KeyRegions keyRegions, BooleanSupplier tiered) {
		this.regions = regions;
		this.keyRegions = keyRegions;
		this.tiered = tiered;
	}

	/**
	 * Runs a write of a key.
	 * @param write writes the key on this instance, or defers that until after the commit
	 */
	<T extends @Nullable Object> T write(Object key, Supplier<T> write) {
		return isAnnounced() ? this.regions.announce(this.keyRegions.of(key), write) : write.get();
	}

	/** Runs a write of all keys likewise. */
	<T extends @Nullable Object> T writeAll(Supplier<T> write) {
		return isAnnounced() ? this.regions.announce(this.keyRegions.ofAll(), write) : write.get();
	}

	private boolean isAnnounced() {
		return this.regions.isShared() || isKeptElsewhere();
	}

	/**
	 * Runs a removal of keys by an operator. It acts on this instance alone, unless tiers
	 * or an edge could give the values back.
	 */
	<T extends @Nullable Object> T remove(Collection<Object> keys, Supplier<T> removal) {
		if (!isKeptElsewhere() || keys.isEmpty()) {
			return removal.get();
		}
		Set<String> belongTo = new HashSet<>();
		keys.forEach((key) -> belongTo.addAll(this.keyRegions.of(key)));
		return this.regions.announce(belongTo, removal);
	}

	/** Runs a removal of all keys likewise. */
	<T extends @Nullable Object> T removeAll(Supplier<T> removal) {
		return isKeptElsewhere() ? this.regions.announce(this.keyRegions.ofAll(), removal) : removal.get();
	}

	private boolean isKeptElsewhere() {
		return this.tiered.getAsBoolean() || this.keyRegions.isCopied();
	}

}
