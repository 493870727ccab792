package dev.yoil.ehcache.region;

import java.util.Collections;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;

import dev.yoil.ehcache.internal.EncodedName;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.StableText;
import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.WriteGate;
import org.jspecify.annotations.Nullable;

/**
 * The regions of the keys of one cache: those that the key names, else the one that the
 * cache names, else one of 64 slots of the cache, by the hash of the key's text. A key
 * without a {@linkplain StableText stable text} belongs to the whole cache. Thread-safe.
 */
final class KeyRegions implements CacheValidity {

	/** Many enough that a removed key takes few others with it, few enough to read. */
	private static final int SLOT_BITS = 6;

	private static final int SLOTS = 1 << SLOT_BITS;

	private final @Nullable Set<String> named;

	/** The region of the whole cache. Its last character keeps it apart from others. */
	private final String all;

	private final Regions regions;

	private final Labels labels;

	private final boolean shared;

	/** The latest label of each slot, and of the keys without a slot. */
	private final AtomicReferenceArray<@Nullable Label> latest = new AtomicReferenceArray<>(SLOTS + 1);

	KeyRegions(String cache, @Nullable String region, Regions regions) {
		this.regions = regions;
		this.labels = regions.labels();
		this.shared = regions.isShared();
		this.named = (region != null) ? Set.of(region) : null;
		this.all = EncodedName.region(cache);
	}

	@Override
	public Set<String> regions(Object key) {
		if (key instanceof RegionKey named) {
			return named(named);
		}
		if (this.named != null) {
			return this.named;
		}
		int slot = slot(key);
		return Set.of((slot < SLOTS) ? this.all + slot : this.all);
	}

	/** Loads check the names, so that an entry can be evicted whose key was accepted. */
	private static Set<String> named(RegionKey key) {
		Set<String> regions = key.regions();
		if (regions.isEmpty()) {
			throw new IllegalArgumentException(
					"Key " + KeyText.logged(key) + " names no region: return at least one from regions()");
		}
		return RegionNames.checked(regions);
	}

	/**
	 * {@return the region of the whole cache}
	 */
	Set<String> ofAll() {
		return Set.of(this.all);
	}

	/** A single instance needs no slots. */
	@Override
	public Label label(Object key) {
		if (key instanceof RegionKey named) {
			return this.labels.of(this.all, named(named));
		}
		int place = (this.named == null && this.shared) ? slot(key) : SLOTS;
		Label label = this.latest.get(place);
		if (label == null || label.isDead()) {
			label = this.labels.of(this.all,
					(place < SLOTS) ? regions(key) : Objects.requireNonNullElse(this.named, Set.of()));
			this.latest.set(place, label);
		}
		return label;
	}

	@Override
	public SortedMap<String, Long> versions(Object key) {
		if (!this.regions.isVersioned()) {
			return Collections.emptySortedMap();
		}
		SortedMap<String, Long> versions = new TreeMap<>();
		for (String region : regions(key)) {
			RegionVersion version = this.regions.version(region);
			if (version != null) {
				versions.put(region, version.number());
			}
		}
		return versions;
	}

	@Override
	public @Nullable String state(Object key) {
		Set<String> belongsTo = new HashSet<>(regions(key));
		belongsTo.add(this.all);
		return this.regions.state(belongsTo);
	}

	/** An older value may be from before a change whose version was removed. */
	@Override
	public long oldestInTiers() {
		long horizon = this.regions.versions().horizon();
		return (horizon > 0) ? TimeUnit.MICROSECONDS.toMillis(horizon) + RegionRead.MARGIN.toMillis() : 0;
	}

	@Override
	public Change changeAll() {
		return this.labels.change(ofAll());
	}

	@Override
	public boolean isAll(Change change) {
		return change.regions().contains(this.all);
	}

	@Override
	public WriteGate gate(BooleanSupplier tiered) {
		return new AnnouncedWrites(this.regions, this, tiered);
	}

	private static int slot(Object key) {
		String text = StableText.of(key);
		return (text != null) ? HashedKey.mixed(text.hashCode()) >>> (Integer.SIZE - SLOT_BITS) : SLOTS;
	}

}
