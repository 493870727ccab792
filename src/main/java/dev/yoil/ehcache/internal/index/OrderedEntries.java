package dev.yoil.ehcache.internal.index;

import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The entries of a cache by key, and in the order in which the keys came.
 * <p>
 * Thread-safe. The place of a key in the order only changes while the map holds its lock
 * on that key, so that both always have the same entries. Finding an entry takes no lock
 * and does not touch the order.
 */
final class OrderedEntries {

	private final ConcurrentHashMap<Object, StoredEntry> entries = new ConcurrentHashMap<>();

	private final InsertionOrder order = new InsertionOrder();

	@Nullable StoredEntry find(Object key) {
		return this.entries.get(key);
	}

	/**
	 * Adds an entry at the end of the order. To be called by one thread per key at a
	 * time.
	 * @return the entry that its key had before, {@code null} if there was none
	 */
	@Nullable StoredEntry add(Object key, StoredEntry entry) {
		StoredEntry previous = this.entries.get(key);
		if (previous != null) {
			// Before the key gets its new place: who reads in order and met it in the old
			// one began before there was a new one, and does not read that far.
			remove(key, previous);
		}
		put(key, entry);
		return previous;
	}

	private void put(Object key, StoredEntry entry) {
		this.entries.compute(key, (same, present) -> {
			entry.place((present != null) ? present.sequence() : this.order.add(key));
			return entry;
		});
	}

	/**
	 * Adds an entry in the place of another. If that one is just leaving, the entry goes
	 * to the end.
	 */
	void replace(Object key, StoredEntry replaced, StoredEntry entry) {
		entry.place(replaced.sequence());
		if (!this.entries.replace(key, replaced, entry)) {
			put(key, entry);
		}
	}

	/**
	 * Removes an entry, unless its key has another one by now.
	 */
	void remove(Object key, StoredEntry entry) {
		this.entries.computeIfPresent(key, (same, present) -> {
			if (present != entry) {
				return present;
			}
			this.order.remove(entry.sequence());
			return null;
		});
	}

	/**
	 * Gives the entries behind a place in the order, up to the last place there is now.
	 * Each is looked up when the stream gets to it.
	 */
	Stream<Map.Entry<Object, StoredEntry>> after(long sequence) {
		return this.order.after(sequence).mapMulti((place, held) -> {
			StoredEntry entry = this.entries.get(place.key());
			// Otherwise it just left, or is not yet added.
			if (entry != null && entry.sequence() == place.sequence()) {
				held.accept(Map.entry(place.key(), entry));
			}
		});
	}

	/**
	 * {@return the last sequence that a key got}
	 */
	long last() {
		return this.order.last();
	}

	Map<Object, StoredEntry> byKey() {
		return Collections.unmodifiableMap(this.entries);
	}

	long size() {
		return this.entries.mappingCount();
	}

}
