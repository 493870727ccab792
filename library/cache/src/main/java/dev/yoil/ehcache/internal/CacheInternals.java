package dev.yoil.ehcache.internal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.AbstractValueAdaptingCache;

/**
 * The operations of one cache that are open to the library's own packages only. Reading
 * leaves no trace in the cache. Removals void the loads that began before them, take
 * effect at once even inside a transaction, and reach the other instances if the cache
 * shares its values. Thread-safe; no lock is held while entries are searched.
 */
public interface CacheInternals {

	/**
	 * {@return the operations of a cache}
	 */
	static CacheInternals of(Owner cache) {
		return cache.internals();
	}

	/**
	 * {@return the index of its entries}
	 */
	EntryIndex index();

	/**
	 * Lets its loads ask a lower level. Call this once, before the first load.
	 */
	void attach(LowerLevel level);

	/**
	 * {@return the lower level that its loads ask}
	 */
	LowerLevel level();

	/**
	 * Returns a text that stands for the versions of the regions of a key. It is the same
	 * on all instances and differs after each change. Call this before the value is read.
	 * @return {@code null} if the versions are unknown
	 */
	@Nullable String state(Object key);

	/**
	 * {@return the regions of a key; empty if the manager has no regions}
	 */
	Set<String> regions(Object key);

	/**
	 * {@return whether all changes were purged from the caches in front of the
	 * application, as far as is known}
	 */
	boolean isPurged();

	/**
	 * Recounts the bytes of a value that has grown, and makes room for it.
	 */
	void grown(Object key);

	/**
	 * {@return the entry with a {@linkplain StoredEntry#sequence() sequence number},
	 * empty if it has left}
	 */
	default Optional<Map.Entry<Object, StoredEntry>> entry(long sequence) {
		return index().entriesAfter(sequence - 1)
			.findFirst()
			.filter((first) -> first.getValue().sequence() == sequence);
	}

	/**
	 * {@return the matching keys in the order of their insertion}
	 */
	default List<Object> keys(Predicate<Object> matching) {
		return index().entriesAfter(0).map(Map.Entry::getKey).filter(matching).toList();
	}

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

	/**
	 * A cache with internal operations. Its values may be {@code null}.
	 */
	abstract class Owner extends AbstractValueAdaptingCache {

		protected Owner() {
			super(true);
		}

		/**
		 * {@return the operations, always the same object}
		 */
		protected abstract CacheInternals internals();

	}

}
