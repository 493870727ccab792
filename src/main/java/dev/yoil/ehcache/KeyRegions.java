package dev.yoil.ehcache;

import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

import dev.yoil.ehcache.internal.EncodedName;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.StableText;
import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.internal.label.Purges;
import dev.yoil.ehcache.internal.label.RegionNames;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import org.jspecify.annotations.Nullable;

/**
 * The regions of the keys of one cache: those that the key names, else the one that the
 * cache names, else one of 64 slots of the cache, by the hash of the key's text. A key
 * without a {@linkplain StableText stable text} belongs to the whole cache. Thread-safe.
 */
final class KeyRegions {

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

	/**
	 * Creates the regions of a cache.
	 * @param cache the name of the cache
	 * @param region the region that the cache names; {@code null} if it names none
	 */
	KeyRegions(String cache, @Nullable String region, Regions regions) {
		this.regions = regions;
		this.labels = Labels.of(regions);
		this.shared = regions.isShared();
		this.named = (region != null) ? Set.of(region) : null;
		this.all = EncodedName.region(cache);
	}

	/**
	 * {@return the regions of a key, at least one}
	 * @throws IllegalArgumentException if the key names none, or one that is not valid
	 */
	Set<String> of(Object key) {
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
	 * {@return whether a key belongs to any of some regions}
	 */
	boolean isIn(Object key, Set<String> regions) {
		return !Collections.disjoint(of(key), regions);
	}

	/**
	 * {@return the region of the whole cache}
	 */
	Set<String> ofAll() {
		return Set.of(this.all);
	}

	/**
	 * Returns the current label of a key, of its regions and of the whole cache. Call
	 * this before the value is read. A single instance needs no slots.
	 * @throws IllegalArgumentException if the key names no region, or an invalid one
	 */
	Label label(Object key) {
		if (key instanceof RegionKey named) {
			return this.labels.of(this.all, named(named));
		}
		int place = (this.named == null && this.shared) ? slot(key) : SLOTS;
		Label label = this.latest.get(place);
		if (label == null || label.isDead()) {
			label = this.labels.of(this.all,
					(place < SLOTS) ? of(key) : Objects.requireNonNullElse(this.named, Set.of()));
			this.latest.set(place, label);
		}
		return label;
	}

	/**
	 * {@return the versions of the regions of a key, as far as they have some}
	 */
	SortedMap<String, Long> versions(Object key) {
		if (!this.regions.isVersioned()) {
			return Collections.emptySortedMap();
		}
		SortedMap<String, Long> versions = new TreeMap<>();
		for (String region : of(key)) {
			RegionVersion version = this.regions.version(region);
			if (version != null) {
				versions.put(region, version.number());
			}
		}
		return versions;
	}

	/**
	 * {@return whether caches in front of the application may keep copies of values}
	 */
	boolean isCopied() {
		return !Purges.of(this.regions).isEmpty();
	}

	/**
	 * {@return whether all changes were purged from such copies, as far as is known}
	 */
	boolean isPurged() {
		return Purges.of(this.regions).isComplete();
	}

	/**
	 * Purges such copies of all values.
	 */
	void purgeAll() {
		Purges.of(this.regions).purge(ofAll());
	}

	/**
	 * Changes the region of the whole cache.
	 */
	Change changeAll() {
		return this.labels.change(ofAll());
	}

	private static int slot(Object key) {
		String text = StableText.of(key);
		return (text != null) ? (text.hashCode() * HashedKey.MIX) >>> (Integer.SIZE - SLOT_BITS) : SLOTS;
	}

}
