package dev.yoil.ehcache;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.StableText;
import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.Regions;
import org.jspecify.annotations.Nullable;

/**
 * The regions of the keys of one cache: those that a key names, else the one that the
 * cache names, else one of 64 of the cache's own, by the hash of the key's text. A key
 * whose text is not {@linkplain StableText the same} on all instances belongs to the
 * whole cache. Thread-safe.
 */
final class KeyRegions {

	/**
	 * Of the number of a slot: 64 of them, so that a removed key takes few others with
	 * it, and few rows are read.
	 */
	private static final int SLOT_BITS = 6;

	private static final int SLOTS = 1 << SLOT_BITS;

	private final @Nullable Set<String> named;

	/** Nobody else's region has the character that it ends with. */
	private final String all;

	private final Labels labels;

	private final boolean shared;

	/** The last label of each slot, and of keys that belong to none. */
	private final AtomicReferenceArray<@Nullable Label> last = new AtomicReferenceArray<>(SLOTS + 1);

	/**
	 * Creates the regions of the keys of a cache.
	 * @param cache its name
	 * @param region what the cache names; {@code null} if it names none
	 */
	KeyRegions(String cache, @Nullable String region, Regions regions) {
		this.labels = Labels.of(regions);
		this.shared = regions.isShared();
		this.named = (region != null) ? Set.of(region) : null;
		this.all = cache + "#";
	}

	/**
	 * {@return the regions of a key, one at least}
	 */
	Set<String> of(Object key) {
		if (key instanceof RegionKey named) {
			return named.regions();
		}
		if (this.named != null) {
			return this.named;
		}
		int slot = slot(key);
		return Set.of((slot < SLOTS) ? this.all + slot : this.all);
	}

	/**
	 * {@return the regions that stand for whatever is in the cache}
	 */
	Set<String> ofAll() {
		return Set.of(this.all);
	}

	/**
	 * Takes the label of a key: of its regions and of the whole cache. To be called
	 * before its value is read. Only other instances change one of many.
	 */
	Label label(Object key) {
		if (key instanceof RegionKey named) {
			return this.labels.of(this.all, named.regions());
		}
		int place = (this.named == null && this.shared) ? slot(key) : SLOTS;
		Label label = this.last.get(place);
		if (label == null || label.isDead()) {
			label = this.labels.of(this.all,
					(place < SLOTS) ? of(key) : Objects.requireNonNullElse(this.named, Set.of()));
			this.last.set(place, label);
		}
		return label;
	}

	/**
	 * Changes the region of the whole cache.
	 */
	Change changeAll() {
		return this.labels.change(ofAll());
	}

	private static int slot(Object key) {
		return (StableText.obstacle(key) == null)
				? (KeyText.of(key).hashCode() * StoredKey.MIX) >>> (Integer.SIZE - SLOT_BITS) : SLOTS;
	}

}
