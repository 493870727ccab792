package dev.yoil.ehcache.internal.index;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import dev.yoil.ehcache.policy.ExpiryCause;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * A second index of the very entries that Ehcache holds, by key and in the order in which
 * their keys came. Reading it never touches Ehcache, which cannot be read without
 * counting a hit or dropping what has expired. What leaves is counted and logged.
 * <p>
 * Thread-safe; moments are of {@link ElapsedTime}. Entries are added under Ehcache's lock
 * on their key and removed when Ehcache reports that they left, each exactly once; at
 * rest the index and the cache hold the same entries.
 */
public final class EntryIndex {

	/** As many as Ehcache looks at. */
	private static final int SAMPLE = 8;

	private final CachePolicy policy;

	private final ElapsedTime time;

	private final CacheCounters counters = new CacheCounters();

	private final RemovalLog removals = new RemovalLog();

	/** Only there if the heap is counted in bytes. */
	private final @Nullable HeldBytes bytes;

	private final OrderedEntries entries = new OrderedEntries();

	/** Dead entries that are yet to be removed, with their keys. */
	private final List<Map<Object, Object>> dying = new CopyOnWriteArrayList<>();

	/**
	 * Creates an empty index of a cache with a policy.
	 * @param capacityBytes how many bytes the cache holds; {@code null} if its heap is
	 * counted in entries
	 */
	public EntryIndex(CachePolicy policy, @Nullable Long capacityBytes, ElapsedTime time) {
		this.policy = policy;
		this.time = time;
		this.bytes = (capacityBytes != null) ? new HeldBytes(capacityBytes) : null;
	}

	/**
	 * Adds the first value of a key, as an entry that was never added before. To be
	 * called under the cache's lock on the key.
	 */
	public void created(Object key, StoredEntry entry, long now) {
		enter(key, entry, 1, now);
		StoredEntry previous = this.entries.add(key, entry);
		entry.label().add(this, key, entry);
		// Ehcache reports nothing when a new value replaces an expired one. Any other
		// previous entry is just leaving, and whoever removes it reports the cause.
		if (previous != null && expiry(previous).passed(now)) {
			expired(key, previous, now);
		}
	}

	/**
	 * Adds a value that replaces another, likewise.
	 */
	public void updated(Object key, StoredEntry replaced, StoredEntry entry, long now) {
		if (replaced.isDead()) {
			removed(key, replaced, RemovalCause.REMOVED, now);
			created(key, entry, now);
			return;
		}
		enter(key, entry, replaced.version() + 1, now);
		this.entries.replace(key, replaced, entry);
		entry.label().add(this, key, entry);
		if (expiry(replaced).passed(now)) {
			expired(key, replaced, now);
		}
		else if (replaced.markRemoved()) {
			// Its place was just taken, so there is nothing to remove.
			report(key, replaced, RemovalCause.REPLACED, null, now);
		}
	}

	private void enter(Object key, StoredEntry entry, long version, long now) {
		entry.enter(version, now, this.policy, this.time);
		this.counters.put(key);
		if (this.bytes != null) {
			this.bytes.add(key, entry);
		}
	}

	/**
	 * Counts the bytes of an entry again, whose value takes more than when it came.
	 */
	public void grown(Object key) {
		StoredEntry entry = find(key);
		if (this.bytes != null && entry != null) {
			this.bytes.grown(key, entry);
		}
	}

	/**
	 * Removes an entry that is no longer in the cache, unless that was done before.
	 * Nobody could have had an expired one any more: then that is why it was lost.
	 */
	public void removed(Object key, StoredEntry entry, RemovalCause cause, long now) {
		remove(key, entry, cause, null, now);
	}

	/**
	 * {@return whether this removed an entry whose time was not over}
	 */
	private boolean remove(Object key, StoredEntry entry, RemovalCause cause, @Nullable String by, long now) {
		if (!entry.markRemoved()) {
			return false;
		}
		this.entries.remove(key, entry);
		boolean expired = expiry(entry).passed(now);
		report(key, entry, expired ? causeOfExpiry(entry) : cause, expired ? null : by, now);
		return !expired;
	}

	/**
	 * Removes an entry whose time is over, whatever finally made it leave.
	 */
	public void expired(Object key, StoredEntry entry, long now) {
		removed(key, entry, causeOfExpiry(entry), now);
	}

	/**
	 * Removes an entry that had to make room.
	 */
	public void evicted(Object key, StoredEntry entry, long now) {
		entry.evicted();
		removed(key, entry, entry.isDead() ? RemovalCause.REMOVED : RemovalCause.EVICTED, now);
	}

	/**
	 * Removes all dead entries at once, because the whole cache was cleared.
	 * @param by the operator who did it; {@code null} if none did
	 * @param removal removes one of them from the cache
	 * @return how many were still there whose time was not over
	 */
	public long clearDead(RemovalCause cause, @Nullable String by, long now, BiConsumer<Object, StoredEntry> removal) {
		this.counters.emptied();
		long cleared = 0;
		for (Map.Entry<Object, StoredEntry> held : this.entries.byKey().entrySet()) {
			StoredEntry entry = held.getValue();
			if (entry.isDead()) {
				cleared += remove(held.getKey(), entry, cause, by, now) ? 1 : 0;
				removal.accept(held.getKey(), entry);
			}
		}
		return cleared;
	}

	private RemovalCause causeOfExpiry(StoredEntry entry) {
		ExpiryCause cause = expiry(entry).by();
		return (cause != null) ? RemovalCause.of(cause) : RemovalCause.EVICTED;
	}

	private void report(Object key, StoredEntry entry, RemovalCause cause, @Nullable String by, long now) {
		entry.label().remove(this, entry);
		this.removals.add(key, entry, cause, by, now);
		if (this.bytes != null) {
			this.bytes.remove(entry);
		}
		if (cause == RemovalCause.EVICTED) {
			this.counters.eviction(key, expiry(entry).at(), size());
		}
		else {
			this.counters.removal(cause);
		}
	}

	/**
	 * {@return when an entry of this index expires if nobody asks for it again}
	 */
	public Expiry expiry(StoredEntry entry) {
		return entry.expiry(this.policy, this.time);
	}

	/**
	 * {@return the entry under a key, possibly expired already; {@code null} if there is
	 * none}
	 */
	public @Nullable StoredEntry find(Object key) {
		return this.entries.find(key);
	}

	/**
	 * Gives the entries behind a place in the order in which their keys came, up to the
	 * key that came last before this call. Each is looked up when the stream gets to it
	 * and is the present entry of its key then; no key is given twice. Entries that come
	 * or go meanwhile may be left out.
	 * <p>
	 * Takes time in proportion to the entries read from the stream, not to those held.
	 * @param sequence the {@link StoredEntry#sequence()} behind which to begin; 0 for the
	 * beginning
	 * @return keys and entries, to be read by one thread
	 */
	public Stream<Map.Entry<Object, StoredEntry>> entriesAfter(long sequence) {
		return this.entries.after(sequence).filter((held) -> !held.getValue().isDead());
	}

	/**
	 * {@return the number of entries held, including expired ones that Ehcache has not
	 * met yet, but none whose region has changed}
	 */
	public long size() {
		long live = this.entries.size();
		for (Map<Object, Object> dead : this.dying) {
			live -= dead.size();
		}
		return Math.max(0, live);
	}

	/**
	 * {@return how many bytes the entries take that {@link #size()} counts; {@code null}
	 * if the heap is counted in entries}
	 */
	public @Nullable Long bytes() {
		if (this.bytes == null) {
			return null;
		}
		HeldBytes held = this.bytes;
		return held.held() - this.dying.stream().flatMap((dead) -> dead.keySet().stream()).mapToLong(held::of).sum();
	}

	/**
	 * Leaves dead entries out of all counts from here on.
	 * @param dead the entries with their keys, as their cell gives them
	 * @param removal removes one of them from the cache
	 * @return removes them all; to be run once
	 */
	public Runnable removal(Map<Object, Object> dead, BiConsumer<Object, StoredEntry> removal) {
		this.dying.add(dead);
		return () -> {
			try {
				dead.forEach((entry, key) -> removal.accept(key, (StoredEntry) entry));
			}
			finally {
				this.dying.removeIf((other) -> other == dead);
			}
		};
	}

	/**
	 * Chooses an entry that has to make room because there are too many bytes: one that
	 * alone takes more than there are, or else the least recently used of a few that are
	 * neighbours in the order in which their keys came.
	 * @param stored the key that was just stored
	 * @return the key and its entry; {@code null} if there is room
	 */
	public Map.@Nullable Entry<Object, StoredEntry> surplus(Object stored) {
		if (this.bytes == null || !this.bytes.isTooMany()) {
			return null;
		}
		for (Map<Object, Object> dead : this.dying) {
			for (Map.Entry<Object, Object> held : dead.entrySet()) {
				return Map.entry(held.getValue(), (StoredEntry) held.getKey());
			}
		}
		StoredEntry entry = find(stored);
		if (entry != null && this.bytes.isTooLarge(entry)) {
			return Map.entry(stored, entry);
		}
		StoredEntry first = entriesAfter(0).findFirst().map(Map.Entry::getValue).orElse(null);
		if (first == null) {
			return null;
		}
		long from = ThreadLocalRandom.current().nextLong(first.sequence() - 1, this.entries.last());
		return Stream.concat(entriesAfter(from).limit(SAMPLE), entriesAfter(0).limit(SAMPLE))
			.limit(SAMPLE)
			.min(Comparator.comparingLong((held) -> held.getValue().lastAccessedAt()))
			.orElse(null);
	}

	/**
	 * {@return the time by which entries age}
	 */
	public ElapsedTime time() {
		return this.time;
	}

	/**
	 * {@return the counts of what happened in the cache}
	 */
	public CacheCounters counters() {
		return this.counters;
	}

	/**
	 * {@return the last entries that left}
	 */
	public RemovalLog removals() {
		return this.removals;
	}

}
