package dev.yoil.ehcache.internal.index;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.label.Cell;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import dev.yoil.ehcache.policy.ValueLimits;
import dev.yoil.ehcache.spi.CacheListener;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.ehcache.expiry.ExpiryPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.NullValue;

/**
 * A second index of the entries that Ehcache holds, by key and in insertion order, with
 * counters. Reading it never touches Ehcache, which cannot be read without counting a hit
 * or dropping expired entries.
 * <p>
 * It is also the expiry policy of Ehcache, which Ehcache calls inside its own operations:
 * for creations and updates under its lock on the key. So index and cache always agree.
 * <p>
 * Thread-safe; moments are of {@link ElapsedTime}. Entries are added under Ehcache's lock
 * on their key. They are removed when Ehcache reports their removal, when another entry
 * takes their place or when the cache is cleared, each exactly once. As long as callers
 * can find an entry, a scan of the index finds it, too. At rest the index and the cache
 * hold the same entries.
 */
public final class EntryIndex implements ExpiryPolicy<HashedKey, StoredEntry> {

	/** As many as Ehcache looks at. */
	private static final int SAMPLE = 8;

	/** Entries measured for their mean size. */
	private static final int MEASURED = 32;

	private volatile CachePolicy policy;

	private final ElapsedTime time;

	private final CacheListener listener;

	private final CacheListener.Hits hits;

	private final CacheCounters counters = new CacheCounters();

	private final OperatorRemovals operators = new OperatorRemovals();

	/** {@code null} if the heap is counted in entries. */
	private final @Nullable HeldBytes bytes;

	private final OrderedEntries entries = new OrderedEntries();

	/**
	 * Stands for this index in cells, which outlive caches and must not keep them in
	 * memory.
	 */
	private final Object cellOwner = new Object();

	/** Reused, because most entries are kept equally long. */
	private Duration last = ExpiryPolicy.INFINITE;

	private volatile Consumer<StoredEntry> evictions = (entry) -> {
	};

	/** Dead entries that are yet to be removed. No entry is in two of the sets. */
	private final List<Set<Object>> dying = new CopyOnWriteArrayList<>();

	/**
	 * Creates an empty index of a cache.
	 * @param capacityBytes how many bytes the cache holds; {@code null} if its heap is
	 * counted in entries
	 * @param limits the limits of its values if it counts bytes
	 */
	public EntryIndex(CachePolicy policy, @Nullable Long capacityBytes, ValueLimits limits, ElapsedTime time,
			CacheListener listener, CacheListener.Hits hits) {
		this.policy = policy;
		this.time = time;
		this.listener = listener;
		this.hits = hits;
		this.bytes = (capacityBytes != null) ? new HeldBytes(capacityBytes, limits) : null;
	}

	@Override
	public Duration getExpiryForCreation(HashedKey key, StoredEntry entry) {
		long now = this.time.told();
		created(key.key(), entry, now);
		return kept(entry, now);
	}

	@Override
	public Duration getExpiryForUpdate(HashedKey key, Supplier<? extends StoredEntry> replaced, StoredEntry entry) {
		long now = this.time.told();
		StoredEntry before = replaced.get();
		if (before == entry) {
			// The policy has changed.
			recount(entry);
		}
		else {
			updated(key.key(), before, entry, now);
		}
		return kept(entry, now);
	}

	@Override
	public @Nullable Duration getExpiryForAccess(HashedKey key, Supplier<? extends StoredEntry> accessed) {
		StoredEntry entry = accessed.get();
		long now = this.time.told();
		CachePolicy policy = this.policy;
		if (policy.staleIfError() != null && isExpired(entry, now)) {
			// A stale entry must not become fresh again.
			return null;
		}
		if (entry.accessed(now) && !entry.isDead()) {
			this.hits.hit(key.key(), now);
		}
		// Null leaves the expiry unchanged.
		return (policy.tti() != null) ? kept(entry, now) : null;
	}

	/**
	 * Ignores {@code until}, because the wall clock may be set. Never returns zero:
	 * Ehcache would drop the entry without an event after the index added it.
	 */
	private Duration kept(StoredEntry entry, long now) {
		CachePolicy policy = this.policy;
		Expiry expiry = entry.expiry(policy, Long.MAX_VALUE);
		long until = policy.keptUntil(expiry, entry.valueEnd());
		if (until == Long.MAX_VALUE) {
			return ExpiryPolicy.INFINITE;
		}
		long left = Math.max(until - now, 1);
		Duration last = this.last;
		if (last.toMillis() != left) {
			last = Duration.ofMillis(left);
			this.last = last;
		}
		return last;
	}

	/**
	 * Adds the first value of a key, an entry that was never added before. Call it under
	 * Ehcache's lock on the key.
	 */
	void created(Object key, StoredEntry entry, long now) {
		StoredEntry previous = find(key);
		if (previous != null) {
			// Ehcache reports its end after this, has just done so, or never does because
			// it had expired.
			previous.leaving(causeOfExpiry(previous));
			left(previous, now);
			// Another thread may have begun to remove it.
			this.entries.remove(previous);
		}
		CachePolicy used = enter(key, entry, 1, now);
		this.entries.add(entry);
		added(entry, used);
	}

	/** Adds a value that replaces another. Call it under Ehcache's lock on the key. */
	void updated(Object key, StoredEntry replaced, StoredEntry entry, long now) {
		if (replaced.isDead()) {
			replaced.leaving(RemovalCause.REMOVED);
			created(key, entry, now);
			return;
		}
		CachePolicy used = enter(key, entry, replaced.version() + 1, now);
		this.entries.replace(replaced, entry);
		added(entry, used);
		if (replaced.markRemoved()) {
			report(replaced, isExpired(replaced, now) ? causeOfExpiry(replaced) : RemovalCause.REPLACED, null, now);
		}
	}

	private CachePolicy enter(Object key, StoredEntry entry, long version, long now) {
		CachePolicy used = this.policy;
		entry.enter(key, version, now, used, this.time);
		this.counters.put();
		this.listener.stored(key);
		if (this.bytes != null) {
			this.bytes.add(entry);
		}
		return used;
	}

	private void added(StoredEntry entry, CachePolicy used) {
		entry.addToCells(this.cellOwner);
		if (!used.equals(this.policy)) {
			// The change may have looked for entries before this one was there.
			recount(entry);
		}
	}

	/**
	 * {@return the policy in effect}
	 */
	public CachePolicy policy() {
		return this.policy;
	}

	/** Changes the policy. The caller then recounts all entries. */
	public void policy(CachePolicy policy) {
		this.policy = policy;
	}

	private void recount(StoredEntry entry) {
		entry.recount(this.policy, this.time);
	}

	/** Measures the value of a key again because it has grown. */
	public void grown(Object key) {
		StoredEntry entry = find(key);
		if (this.bytes != null && entry != null) {
			this.bytes.measure(entry);
		}
	}

	/**
	 * Records why the entry of a key leaves the cache. Call it under Ehcache's lock on
	 * the key, and {@link #left} after that.
	 * @param cause the cause; {@code null} if the entry has expired
	 * @return the entry; {@code null} if it was removed before
	 */
	public @Nullable StoredEntry leaves(Object key, @Nullable RemovalCause cause) {
		StoredEntry entry = find(key);
		if (entry != null) {
			entry.leaving((cause != null) ? cause : causeOfExpiry(entry));
		}
		return entry;
	}

	/**
	 * Removes an entry that has left the cache for the recorded cause, unless it was
	 * removed before. The cause of an expired entry is its expiry, because callers could
	 * not find it any more.
	 */
	public void left(StoredEntry entry, long now) {
		RemovalCause cause = Objects.requireNonNullElse(entry.leaving(), RemovalCause.REMOVED);
		remove(entry, (cause == RemovalCause.EVICTED && entry.isDead()) ? RemovalCause.REMOVED : cause, null, now);
	}

	/**
	 * {@return whether this removed an entry that callers may have found until then}
	 */
	private boolean remove(StoredEntry entry, RemovalCause cause, @Nullable String by, long now) {
		if (!entry.markRemoved()) {
			return false;
		}
		this.entries.remove(entry);
		// Callers may have found an expired one that is gone or stale, until now.
		boolean found = cause == RemovalCause.GONE
				|| (cause == RemovalCause.BYPASSED && this.policy.staleIfError() != null);
		boolean expired = !found && isExpired(entry, now);
		report(entry, expired ? causeOfExpiry(entry) : cause, expired ? null : by, now);
		return !expired;
	}

	/**
	 * Removes all dead entries at once, because the whole cache was cleared.
	 * @param by the operator who did it; {@code null} if none did
	 * @param removal removes an entry from the cache
	 * @return how many of them had not expired
	 */
	public long clearDead(RemovalCause cause, @Nullable String by, long now, Consumer<StoredEntry> removal) {
		this.listener.cleared();
		long cleared = 0;
		for (StoredEntry entry : this.entries.all()) {
			if (entry.isDead()) {
				cleared += remove(entry, cause, by, now) ? 1 : 0;
				removal.accept(entry);
			}
		}
		return cleared;
	}

	/**
	 * Removes all entries, because the cache was removed.
	 */
	public void forgetAll(long now) {
		for (StoredEntry entry : this.entries.all()) {
			remove(entry, RemovalCause.REMOVED, null, now);
		}
	}

	/**
	 * Removes entries on behalf of an operator, with whose name they are reported.
	 * @param removal removes entries from the cache, in the calling thread
	 * @return how many entries it removed, without those that left at the same time for
	 * another reason
	 */
	public long onBehalfOf(String by, Runnable removal) {
		return this.operators.run(by, removal);
	}

	/** Registers the listener for entries that are evicted before they expire. */
	public void onEviction(Consumer<StoredEntry> listener) {
		this.evictions = listener;
	}

	private boolean isExpired(StoredEntry entry, long now) {
		return expiry(entry).passed(now);
	}

	/**
	 * {@return the cause of the removal of an entry that has expired}
	 */
	public RemovalCause causeOfExpiry(StoredEntry entry) {
		Expiry expiry = expiry(entry);
		return (expiry.by() != null) ? RemovalCause.of(expiry.by()) : RemovalCause.EVICTED;
	}

	private void report(StoredEntry entry, RemovalCause cause, @Nullable String by, long now) {
		entry.label().remove(this.cellOwner, entry);
		String operator = (cause == RemovalCause.REMOVED) ? this.operators.count() : null;
		if (this.bytes != null) {
			this.bytes.remove(entry);
		}
		this.counters.removal(cause);
		if (this.listener != CacheListener.NONE) {
			tell(entry, cause, (operator != null) ? operator : by, now);
		}
		if (cause == RemovalCause.EVICTED) {
			this.evictions.accept(entry);
		}
	}

	private void tell(StoredEntry entry, RemovalCause cause, @Nullable String by, long now) {
		this.listener.removed(new Removal(entry.key(), cause, now, now - entry.createdAt(), entry.hits(),
				entry.version(), by, cause.isExpiry() ? null : entry.label().changedRegion()));
		if (cause == RemovalCause.EVICTED) {
			this.listener.evicted(entry.key(), expiry(entry).at(), size());
		}
	}

	/**
	 * {@return when an entry of this index expires if it is not accessed again}
	 */
	public Expiry expiry(StoredEntry entry) {
		return entry.expiry(this.policy, this.time);
	}

	/**
	 * {@return the entry of a key, possibly expired or dead; {@code null} if there is
	 * none}
	 */
	public @Nullable StoredEntry find(Object key) {
		return this.entries.find(key);
	}

	/**
	 * Returns the entries behind a place in the insertion order, up to the key that came
	 * last before this call. Each is looked up when the stream gets to it and is then the
	 * present entry of its key; no key is given twice. Entries that are added or removed
	 * during the iteration may be left out.
	 * <p>
	 * Takes time in proportion to the entries read from the stream, not to those held.
	 * @param sequence the {@link StoredEntry#sequence()} behind which to begin; 0 for the
	 * beginning
	 * @return keys and entries, to be read by one thread
	 */
	public Stream<Map.Entry<Object, StoredEntry>> entriesAfter(long sequence) {
		return this.entries.live(sequence).map((entry) -> Map.entry(entry.key(), entry));
	}

	/**
	 * {@return the entry with a {@linkplain StoredEntry#sequence() sequence number},
	 * empty if it has left}
	 */
	public Optional<Map.Entry<Object, StoredEntry>> entry(long sequence) {
		return entriesAfter(sequence - 1).findFirst().filter((first) -> first.getValue().sequence() == sequence);
	}

	/**
	 * Returns the size of a value that a key has or had. It is counted once as long as
	 * the key has the value.
	 * @param count counts the size of a value; always the same function
	 */
	public long size(Object key, @Nullable Object value, ToLongFunction<@Nullable Object> count) {
		StoredEntry entry = find(key);
		Object stored = (value != null) ? value : NullValue.INSTANCE;
		return (entry != null && entry.value() == stored) ? entry.size((same) -> count.applyAsLong(value))
				: count.applyAsLong(value);
	}

	/**
	 * {@return the matching keys in the order of their insertion}
	 */
	public List<Object> keys(Predicate<Object> matching) {
		return entriesAfter(0).map(Map.Entry::getKey).filter(matching).toList();
	}

	/**
	 * {@return the entries that carry a cell, in a set that follows their changes;
	 * {@code null} if there never were any}
	 */
	public @Nullable Set<Object> entriesOf(Cell cell) {
		return cell.entries(this.cellOwner);
	}

	/**
	 * {@return all entries in no order, dead ones included}
	 */
	public Iterable<StoredEntry> all() {
		return this.entries.all();
	}

	/**
	 * {@return the number of entries held, dead ones included}
	 */
	public long held() {
		return this.entries.size();
	}

	/**
	 * Changes the capacity of a heap that is counted in bytes. The caller makes room.
	 */
	public void capacityBytes(long capacity) {
		if (this.bytes != null) {
			this.bytes.capacity(capacity);
		}
	}

	/**
	 * {@return whether there are more bytes than the capacity}
	 */
	public boolean isOverfull() {
		return this.bytes != null && this.bytes.isTooMany();
	}

	/**
	 * {@return the last value that exceeded a limit of a heap in bytes; {@code null} for
	 * none}
	 */
	public @Nullable OversizedValue oversized() {
		return (this.bytes != null) ? this.bytes.oversized() : null;
	}

	/**
	 * {@return the number of entries held, including expired ones that Ehcache has not
	 * noticed yet, but without those whose region has changed}
	 */
	public long size() {
		long dead = dead();
		long held = held();
		for (long now = dead(); now != dead; now = dead()) {
			// Entries left in between.
			dead = now;
			held = held();
		}
		return Math.max(0, held - dead);
	}

	private long dead() {
		long dead = 0;
		for (Set<Object> each : this.dying) {
			dead += each.size();
		}
		return dead;
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
		return held.held() - this.dying.stream().flatMap(Set::stream).mapToLong(held::of).sum();
	}

	/**
	 * {@return the mean bytes of an entry, estimated from a few; 0 if there is none}
	 */
	public double meanBytes() {
		return this.entries.few(MEASURED)
			.mapToLong((entry) -> HeapBytes.of(entry.key(), entry.value()))
			.average()
			.orElse(0);
	}

	/**
	 * Leaves dead entries out of all sizes from now on.
	 * @param dead the entries of a dead cell
	 * @param overlapping whether entries may be in another dead cell, too
	 * @param removal removes an entry from the cache
	 * @return removes them all; to be run once
	 */
	public Runnable removal(Set<Object> dead, boolean overlapping, Consumer<StoredEntry> removal) {
		synchronized (this.dying) {
			if (overlapping) {
				// They are removed with the other cell.
				this.dying.forEach(dead::removeAll);
			}
			this.dying.add(dead);
		}
		return () -> {
			try {
				dead.forEach((entry) -> removal.accept((StoredEntry) entry));
			}
			finally {
				this.dying.removeIf((other) -> other == dead);
			}
		};
	}

	/**
	 * Chooses an entry to evict from a heap that is counted in bytes: the entry just
	 * stored if it alone exceeds a limit. If there are too many bytes, also a dead entry,
	 * else the least recently used of a few neighbours in the insertion order.
	 * @param stored the key that was just stored
	 * @return {@code null} if there is room
	 */
	public @Nullable StoredEntry surplus(Object stored) {
		if (this.bytes == null) {
			return null;
		}
		StoredEntry entry = find(stored);
		if (entry != null && this.bytes.isTooLarge(entry)) {
			return entry;
		}
		if (!isOverfull()) {
			return null;
		}
		for (Set<Object> dead : this.dying) {
			for (Object dying : dead) {
				return (StoredEntry) dying;
			}
		}
		return this.entries.few(SAMPLE).min(Comparator.comparingLong(StoredEntry::lastAccessedAt)).orElse(null);
	}

	/**
	 * {@return the time by which entries age}
	 */
	public ElapsedTime time() {
		return this.time;
	}

	/**
	 * {@return the counters of the cache}
	 */
	public CacheCounters counters() {
		return this.counters;
	}

	/**
	 * {@return the listener for the events of the cache}
	 */
	public CacheListener listener() {
		return this.listener;
	}

}
