package dev.yoil.ehcache.internal.inspect;

import java.util.List;

import dev.yoil.ehcache.internal.KeyText;

/**
 * The result of a removal by an operator.
 *
 * @param matched the entries that matched
 * @param removed the entries that were removed: 0 in a dry run; fewer than matched if
 * some left at the same time or had expired
 * @param dryRun whether nothing was changed
 * @param keys the first 20 keys that matched, in the order in which they entered the
 * cache
 */
public record RemovalResult(long matched, long removed, boolean dryRun, List<String> keys) {

	private static final int SHOWN = 20;

	static RemovalResult of(List<Object> keys, long removed, boolean dryRun) {
		return new RemovalResult(keys.size(), removed, dryRun, keys.stream().limit(SHOWN).map(KeyText::of).toList());
	}

}
