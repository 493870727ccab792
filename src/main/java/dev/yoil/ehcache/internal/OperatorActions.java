package dev.yoil.ehcache.internal;

import java.util.List;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;

/**
 * What an operator does to one cache. Like any other write it voids the loads that began
 * before it: what was read before is not found after it. If the cache shares its values
 * with other instances, they hear of removals as of those by a caller. It takes effect at
 * once, whether a transaction is open or not.
 * <p>
 * Thread-safe. No lock is held while entries are sought, and readers wait for nothing.
 */
public interface OperatorActions {

	/**
	 * Removes the entry that has a place in the order in which keys came; its value may
	 * have been replaced since it was seen. An entry that came later under the same key
	 * is left alone.
	 * @param sequence the {@link StoredEntry#sequence()}
	 * @return its key and whether this removed it; {@code null} if there is no such entry
	 */
	@Nullable Removed remove(long sequence);

	/**
	 * {@return the key of the entry that {@link #remove(long)} would remove now,
	 * {@code null} if there is no such entry}
	 */
	@Nullable Object key(long sequence);

	/**
	 * Removes all entries of some keys. Whatever of them is being loaded meanwhile is not
	 * stored, whether there is an entry or not.
	 * @param keys tells which, the same each time and without side effects
	 */
	Removed remove(Predicate<Object> keys);

	/**
	 * {@return the keys that {@link #remove(Predicate)} would remove now, in the order in
	 * which they came}
	 */
	List<Object> matching(Predicate<Object> keys);

	/**
	 * Removes all entries, and tells of how many the time was not over.
	 */
	long clear();

	/**
	 * Has the cache bypassed, unless it is already. Its entries leave, so that it is
	 * empty when the bypass ends: what was written meanwhile it has not seen.
	 * @return the bypass: that of whoever was first
	 */
	Bypassed bypass();

	/**
	 * Ends the bypass; the cache is empty then. A load that began during the bypass is
	 * stored unless something was written since.
	 * @return whether the cache was bypassed
	 */
	boolean endBypass();

	/**
	 * What was removed.
	 *
	 * @param keys the keys that were meant
	 * @param count how many entries left because of it: fewer than keys if some left at
	 * the same time for another reason, or had expired
	 */
	record Removed(List<Object> keys, long count) {
	}

	/**
	 * That a cache is bypassed.
	 *
	 * @param bypass since when and by whom
	 * @param begun whether it was not bypassed before
	 * @param count how many entries left because of it
	 */
	record Bypassed(Bypass bypass, boolean begun, long count) {
	}

}
