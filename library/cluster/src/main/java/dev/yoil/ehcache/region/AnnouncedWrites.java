package dev.yoil.ehcache.region;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import dev.yoil.ehcache.spi.WriteGate;
import org.jspecify.annotations.Nullable;

/**
 * The gate of a cache whose writes are announced to the other instances, the tiers and
 * the edge. Thread-safe.
 */
final class AnnouncedWrites implements WriteGate {

	private final Regions regions;

	private final KeyRegions keyRegions;

	/** Tells whether the cache has a tier below the heap. */
	private final BooleanSupplier tiered;

	AnnouncedWrites(Regions regions, KeyRegions keyRegions, BooleanSupplier tiered) {
		this.regions = regions;
		this.keyRegions = keyRegions;
		this.tiered = tiered;
	}

	@Override
	public <T extends @Nullable Object> T write(Object key, Supplier<T> write) {
		return isAnnounced() ? this.regions.announce(this.keyRegions.regions(key), write) : write.get();
	}

	@Override
	public <T extends @Nullable Object> T writeAll(Supplier<T> write) {
		return isAnnounced() ? this.regions.announce(this.keyRegions.ofAll(), write) : write.get();
	}

	private boolean isAnnounced() {
		return this.regions.isShared() || isKeptElsewhere();
	}

	@Override
	public <T extends @Nullable Object> T remove(Collection<Object> keys, Supplier<T> removal) {
		if (!isKeptElsewhere() || keys.isEmpty()) {
			return removal.get();
		}
		Set<String> belongTo = new HashSet<>();
		keys.forEach((key) -> belongTo.addAll(this.keyRegions.regions(key)));
		return this.regions.announce(belongTo, removal);
	}

	@Override
	public <T extends @Nullable Object> T removeAll(Supplier<T> removal) {
		return isKeptElsewhere() ? this.regions.announce(this.keyRegions.ofAll(), removal) : removal.get();
	}

	private boolean isKeptElsewhere() {
		return this.tiered.getAsBoolean() || !this.regions.purges().isEmpty();
	}

	@Override
	public <T extends @Nullable Object> T bypass(Supplier<T> begin) {
		T begun = begin.get();
		this.regions.purges().purge(this.keyRegions.ofAll(), true);
		return begun;
	}

}
