package dev.yoil.ehcache;

import java.util.Set;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.region.RegionKey;
import org.jspecify.annotations.Nullable;

/**
 * Which regions the keys of one cache belong to: those that a key names, else the one
 * that the cache names, else one of {@value #SLOTS} of the cache's own, by the hash of
 * the key's text. Immutable.
 */
final class KeyRegions {

	/** So that a removed key takes few others with it, and few rows are read. */
	private static final int SLOTS = 64;

	private final @Nullable Set<String> named;

	/** Nobody else's region has the character that it ends with. */
	private final String all;

	/**
	 * Creates the regions of the keys of a cache.
	 * @param cache its name
	 * @param region what the cache names; {@code null} if it names none
	 */
	KeyRegions(String cache, @Nullable String region) {
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
		return (this.named != null) ? this.named : Set.of(slot(key));
	}

	/**
	 * {@return the regions that stand for whatever is in the cache}
	 */
	Set<String> ofAll() {
		return Set.of(this.all);
	}

	/**
	 * Tells which keys belong to any of some regions.
	 */
	Predicate<Object> belongingTo(Set<String> regions) {
		if (regions.contains(this.all)) {
			return (key) -> true;
		}
		boolean others = (this.named != null) ? this.named.stream().anyMatch(regions::contains)
				: regions.stream().anyMatch((region) -> region.startsWith(this.all));
		return (key) -> (key instanceof RegionKey || (others && this.named == null))
				? of(key).stream().anyMatch(regions::contains) : others;
	}

	private String slot(Object key) {
		return this.all + Math.floorMod(KeyText.of(key).hashCode(), SLOTS);
	}

}
