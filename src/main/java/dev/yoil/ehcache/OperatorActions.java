package dev.yoil.ehcache;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.yoil.ehcache.index.EntryIndex;
import dev.yoil.ehcache.index.StoredEntry;
import org.jspecify.annotations.Nullable;

/**
 * What an operator does to one cache. Like any other write it voids the loads that began
 * before it: what was read before is not found after it. If the cache shares its values
 * with other instances, they hear of removals as of those by a caller.
 * <p>
 * Thread-safe. No lock is held while entries are sought, and readers wait for nothing.
 */
public final class OperatorActions {

	private final CacheWrites writes;

	private final EntryStore store;

	private final EntryIndex index;

	private final Freshness freshness;

	private final TierLoads tier;

	private final String by;

	OperatorActions(CacheWrites writes, EntryStore store, EntryIndex index, Freshness freshness, TierLoads tier,
			String by) {
		this.tier = tier;
		this.writes = writes;
		this.store = store;
		this.index = index;
		this.freshness = freshness;
		this.by = by;
	}

	/**
	 * Removes the entry that has a place in the order in which keys came; its value may
	 * have been replaced since it was seen. An entry that came later under the same key
	 * is left alone.
	 * @param sequence the {@link StoredEntry#sequence()}
	 * @return its key and whether this removed it; {@code null} if there is no such entry
	 */
	public @Nullable Removed remove(long sequence) {
		Object key = key(sequence);
		if (key == null) {
			return null;
		}
		this.tier.forget(List.of(key));
		return new Removed(List.of(key), this.writes.remove(key, sequence, this.by));
	}

	/**
	 * {@return the key of the entry that {@link #remove(long)} would remove now,
	 * {@code null} if there is no such entry}
	 */
	public @Nullable Object key(long sequence) {
		return this.index.entriesAfter(sequence - 1)
			.findFirst()
			.filter((first) -> first.getValue().sequence() == sequence)
			.map(Map.Entry::getKey)
			.orElse(null);
	}

	/**
	 * Removes all entries of some keys. Whatever of them is being loaded meanwhile is not
	 * stored, whether there is an entry or not.
	 * @param keys tells which, the same each time and without side effects
	 */
	public Removed remove(Predicate<Object> keys) {
		// First, so that a load that is just storing its value is met among the entries.
		this.writes.voidLoadsIf(keys);
		List<Object> matching = matching(keys);
		this.tier.forget(matching);
		return new Removed(matching, this.writes.removeAll(matching, this.by));
	}

	/**
	 * {@return the keys that {@link #remove(Predicate)} would remove now, in the order in
	 * which they came}
	 */
	public List<Object> matching(Predicate<Object> keys) {
		return this.index.entriesAfter(0).map(Map.Entry::getKey).filter(keys).toList();
	}

	/**
	 * Removes all entries, and tells of how many the time was not over.
	 */
	public long clear() {
		this.tier.forgetAll();
		return this.writes.clear(null, this.by);
	}

	/**
	 * Has the cache bypassed, unless it is already. Its entries leave, so that it is
	 * empty when the bypass ends: what was written meanwhile it has not seen.
	 * @return the bypass: that of whoever was first
	 */
	public Bypassed bypass() {
		// Against an end of the bypass that comes before the last load is void.
		synchronized (this.store) {
			Bypass already = this.store.bypassed();
			if (already != null) {
				return new Bypassed(already, false, 0);
			}
			Bypass bypass = new Bypass(Instant.ofEpochMilli(this.freshness.now()), this.by);
			return new Bypassed(bypass, true, this.writes.beginBypass(bypass));
		}
	}

	/**
	 * Ends the bypass; the cache is empty then. A load that began during the bypass is
	 * stored unless something was written since.
	 * @return whether the cache was bypassed
	 */
	public boolean endBypass() {
		synchronized (this.store) {
			boolean bypassed = this.store.bypassed() != null;
			this.store.endBypass();
			return bypassed;
		}
	}

	/**
	 * What was removed.
	 *
	 * @param keys the keys that were meant
	 * @param count how many entries left because of it: fewer than keys if some left at
	 * the same time for another reason, or had expired
	 */
	public record Removed(List<Object> keys, long count) {
	}

	/**
	 * That a cache is bypassed.
	 *
	 * @param bypass since when and by whom
	 * @param begun whether it was not bypassed before
	 * @param count how many entries left because of it
	 */
	public record Bypassed(Bypass bypass, boolean begun, long count) {
	}

}
