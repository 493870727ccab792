package dev.yoil.ehcache.inspect;

import java.util.List;

/**
 * What an eviction by hand came to.
 *
 * @param matched how many entries were meant
 * @param evicted how many of them left because of it: 0 if it was a dry run; fewer if
 * some left at the same time for another reason, or had expired
 * @param dryRun whether nothing was changed
 * @param keys the texts of the first keys that were meant, twenty at most, in the order
 * in which they entered the cache
 */
public record EvictionSnapshot(long matched, long evicted, boolean dryRun, List<String> keys) {

	private static final int SHOWN = 20;

	static EvictionSnapshot of(List<Object> keys, long evicted, boolean dryRun) {
		return new EvictionSnapshot(keys.size(), evicted, dryRun, keys.stream().limit(SHOWN).map(KeyText::of).toList());
	}

}
