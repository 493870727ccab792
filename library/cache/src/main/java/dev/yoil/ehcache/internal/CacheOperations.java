package dev.yoil.ehcache.internal;

import java.util.List;
import java.util.function.Predicate;

import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.statistics.Bypass;

/**
 * The writes to one cache that only the library's own modules perform, most of them on
 * behalf of an operator. {@code EhCacheCache.unwrap} returns them. Removals void the
 * loads that began before them, take effect at once even inside a transaction, and reach
 * the other instances if the cache shares its values. Thread-safe; no lock is held while
 * entries are searched.
 */
public interface CacheOperations {

	/**
	 * Lets its loads ask a lower level. Call this once, before the first load.
	 */
	void attach(LowerLevel level);

	/**
	 * Recounts the bytes of a value that has grown, and makes room for it.
	 */
	void grown(Object key);

	/**
	 * Removes the entry with a sequence number, even if its value was replaced. An entry
	 * that was inserted later under the same key stays.
	 * @param by the name of the user, recorded with the removal
	 * @return the result, without a key if there is no such entry
	 */
	Removed remove(long sequence, String by);

	/**
	 * Removes all entries with matching keys, and voids the running loads of these keys.
	 * @param matching tests a key, without side effects
	 * @param by the name of the user, recorded with the removals
	 */
	Removed remove(Predicate<Object> matching, String by);

	/**
	 * Removes all entries.
	 * @return the number of removed entries that had not expired
	 */
	long clear(String by);

	/**
	 * Removes the entries with matching keys as a write does: other instances and tiers
	 * remove all entries of the same regions. A key without an entry here is unknown
	 * here, and stays elsewhere.
	 * @param matching tests a key, without side effects
	 * @param by the name of the user, recorded with the removals on this instance
	 */
	Removed removeEverywhere(Predicate<Object> matching, String by);

	/**
	 * Removes all entries as a write does, also on other instances and in tiers.
	 * @return the number of entries that this instance removed and that had not expired
	 */
	long clearEverywhere(String by);

	/**
	 * Bypasses the cache, unless it is bypassed already, and removes its entries.
	 */
	Bypassed bypass(String by);

	/**
	 * Ends the bypass. The cache is then empty.
	 * @return whether the cache was bypassed
	 */
	boolean endBypass();

	/**
	 * The result of a removal.
	 *
	 * @param keys the keys that matched
	 * @param count the number of removed entries: less than the keys if some expired, or
	 * were removed by others at the same time
	 */
	record Removed(List<Object> keys, long count) {
	}

	/**
	 * The result of a bypass.
	 *
	 * @param bypass the bypass in effect, possibly of another operator
	 * @param begun whether this call began it
	 * @param count the number of entries that this call removed
	 */
	record Bypassed(Bypass bypass, boolean begun, long count) {
	}

}
