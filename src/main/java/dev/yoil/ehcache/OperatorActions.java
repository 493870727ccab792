package dev.yoil.ehcache;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.yoil.ehcache.index.StoredEntry;
import org.jspecify.annotations.Nullable;

/**
 * What one user does to one cache by hand. Like any other write it voids the loads that
 * began before it: what was read before is not found after it.
 * <p>
 * Thread-safe. No lock is held while entries are sought, and readers wait for nothing.
 */
public final class OperatorActions {

	private final EhCacheCache cache;

	private final EntryStore store;

	private final String by;

	OperatorActions(EhCacheCache cache, EntryStore store, String by) {
		this.cache = cache;
		this.store = store;
		this.by = by;
	}

	/**
	 * Takes out the entry that has a place in the order in which keys came; its value may
	 * have been replaced since it was seen. An entry that came later under the same key
	 * is left alone.
	 * @param sequence the {@link StoredEntry#sequence()}
	 * @return its key and whether it left by this; {@code null} if there is no such entry
	 */
	public @Nullable Removed remove(long sequence) {
		Object key = key(sequence);
		if (key == null) {
			return null;
		}
		this.cache.voidLoads(key);
		long evicted = this.cache.index().removeBy(this.by, () -> this.store.remove(key, sequence));
		this.cache.voidLoads(key);
		return new Removed(List.of(key), evicted);
	}

	/**
	 * Finds the key of the entry that {@link #remove(long)} would take out now.
	 * @param sequence the {@link StoredEntry#sequence()}
	 * @return its key; {@code null} if there is no such entry
	 */
	public @Nullable Object key(long sequence) {
		return this.cache.index()
			.entriesAfter(sequence - 1)
			.findFirst()
			.filter((first) -> first.getValue().sequence() == sequence)
			.map(Map.Entry::getKey)
			.orElse(null);
	}

	/**
	 * Takes out all entries of some keys. Whatever of them is being loaded meanwhile is
	 * not stored, whether there is an entry or not.
	 * @param keys tells which, the same each time and without side effects
	 * @return their keys, and how many left by this
	 */
	public Removed remove(Predicate<Object> keys) {
		// First, so that a load that is just storing its value is met among the entries.
		this.cache.voidLoadsIf(keys, null);
		List<Object> matching = matching(keys);
		long evicted = this.cache.index().removeBy(this.by, () -> matching.forEach(this.cache::remove));
		return new Removed(matching, evicted);
	}

	/**
	 * Finds the keys that {@link #remove(Predicate)} would take out now, and changes
	 * nothing.
	 * @param keys tells which
	 * @return the keys, in the order in which they came
	 */
	public List<Object> matching(Predicate<Object> keys) {
		return this.cache.index().entriesAfter(0).map(Map.Entry::getKey).filter(keys).toList();
	}

	/**
	 * Takes out all entries.
	 * @return how many there were whose time was not over
	 */
	public long clear() {
		this.cache.voidLoadsIf((key) -> true, null);
		long evicted = this.store.clear(this.by);
		this.cache.voidLoadsIf((key) -> true, null);
		return evicted;
	}

	/**
	 * Puts the cache to sleep, unless it is asleep already. Its entries leave, so that it
	 * is empty when it wakes up: what was written meanwhile it has not seen.
	 * @return its sleep: that of whoever was first
	 */
	public Bypassed bypass() {
		// Against a waking that comes before the last load is void.
		synchronized (this.store) {
			Bypass already = this.store.bypassed();
			if (already != null) {
				return new Bypassed(already, false, 0);
			}
			Bypass bypass = new Bypass(Instant.ofEpochMilli(this.store.now()), this.by);
			this.cache.voidLoadsIf((key) -> true, null);
			long left = this.store.beginBypass(bypass);
			this.cache.voidLoadsIf((key) -> true, null);
			return new Bypassed(bypass, true, left);
		}
	}

	/**
	 * Wakes the cache up, which is empty then. A load that began while it slept is stored
	 * unless something was written since.
	 * @return whether it was asleep
	 */
	public boolean endBypass() {
		synchronized (this.store) {
			boolean asleep = this.store.bypassed() != null;
			this.store.endBypass();
			return asleep;
		}
	}

	/**
	 * What was taken out.
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
	 * @param begun whether it was not before
	 * @param count how many entries left because of it
	 */
	public record Bypassed(Bypass bypass, boolean begun, long count) {
	}

}
