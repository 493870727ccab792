package dev.yoil.ehcache;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.internal.label.Cell;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import dev.yoil.ehcache.policy.ValueExpiry;
import dev.yoil.ehcache.spi.LoadOrigin;
import dev.yoil.ehcache.spi.LowerLevel.Times;
import dev.yoil.ehcache.spi.Validity;
import dev.yoil.ehcache.statistics.Bypass;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.ehcache.Cache;
import org.ehcache.Status;
import org.ehcache.UserManagedCache;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.NullValue;

/**
 * The entries of one cache, in Ehcache and in the entry index, and their state by the
 * policy at the present time. Only the methods that find an entry count as access.
 * Thread-safe; no method waits for a load.
 */
final class EntryStore {

	/** So few are removed in less time than another thread takes to start. */
	private static final int FEW = 500;

	/** The tolerated difference between the clocks of instances. */
	private static final long CLOCK_SKEW_MILLIS = 1_000;

	private final Cache<HashedKey, StoredEntry> entries;

	private final EntryIndex index;

	/** Removes dead entries in the background. */
	private final Executor removals;

	private final String cache;

	private final SingleValueLimits values;

	private final ElapsedTime time;

	private final Validity validity;

	/** False for a single instance, whose hits need not ask. */
	private final boolean shared;

	/** Until then no refresh is due, because no thread is free for it. */
	private volatile long pausedUntil = Long.MIN_VALUE;

	/**
	 * The number of changes of the policy that have begun or ended. It is odd while
	 * Ehcache may keep entries by the policy before. Readers compare it as in a seqlock.
	 */
	private final AtomicInteger changes = new AtomicInteger();

	private volatile @Nullable Bypass bypass;

	EntryStore(String cache, Cache<HashedKey, StoredEntry> entries, EntryIndex index, @Nullable ValueExpiry values,
			Validity validity, Executor removals) {
		this.cache = cache;
		this.entries = entries;
		this.index = index;
		this.time = index.time();
		this.values = new SingleValueLimits(cache, values, this.time);
		this.validity = validity;
		this.shared = validity.isShared();
		this.removals = removals;
	}

	EntryIndex index() {
		return this.index;
	}

	Cache<HashedKey, StoredEntry> entries() {
		return this.entries;
	}

	/**
	 * {@return since when and by whom the cache is bypassed, {@code null} if it is not; a
	 * bypassed cache finds and stores nothing}
	 */
	@Nullable Bypass bypassed() {
		return this.bypass;
	}

	/** Begins a bypass. The caller then clears the cache. */
	void bypass(Bypass begun) {
		this.bypass = begun;
	}

	void endBypass() {
		this.bypass = null;
	}

	/**
	 * Removes all dead entries, after a change of the region of the whole cache.
	 * @param by the operator who does it; {@code null} if none does
	 * @return how many of them had not expired
	 */
	long clear(RemovalCause cause, @Nullable String by) {
		return this.index.clearDead(cause, by, now(), this::removeFromEhcache);
	}

	/** Forgets the entries of a closed cache, so that no region holds them. */
	void forget() {
		this.index.forgetAll(now());
	}

	private boolean removeFromEhcache(StoredEntry entry) {
		try {
			return this.entries.remove(new HashedKey(entry.key()), entry);
		}
		catch (IllegalStateException ex) {
			if (isClosed()) {
				// It holds no entries. The clear and the changes of other caches go on.
				return false;
			}
			throw ex;
		}
	}

	/**
	 * Finds an entry, which counts as access. The entry may be stale.
	 * @param stamp a stamp of the policy
	 */
	@Nullable StoredEntry find(Object key, int stamp) {
		StoredEntry entry;
		try {
			entry = (this.bypass == null) ? this.entries.get(new HashedKey(key)) : null;
		}
		catch (IllegalStateException ex) {
			throw named(ex);
		}
		if (entry != null && isEnded(entry, stamp)) {
			end(entry);
			entry = null;
		}
		return isLive(entry) ? entry : null;
	}

	/** Names a cache that is closed. Ehcache's exception only says UNINITIALIZED. */
	private IllegalStateException named(IllegalStateException ex) {
		return isClosed() ? new IllegalStateException(
				"Cache " + KeyText.logged(this.cache)
						+ " is removed, or its cache manager is closed. Get the cache from the manager for each use",
				ex) : ex;
	}

	boolean isClosed() {
		return this.entries instanceof UserManagedCache<?, ?> managed && managed.getStatus() != Status.AVAILABLE;
	}

	SingleValueLimits values() {
		return this.values;
	}

	private void end(StoredEntry entry) {
		remove(entry, this.index.causeOfExpiry(entry));
	}

	/**
	 * Removes an entry from Ehcache, which reports it to the index. In the other order, a
	 * scan of the index could miss an entry that callers still find.
	 */
	private void remove(StoredEntry entry, RemovalCause cause) {
		entry.leaving(cause);
		if (!removeFromEhcache(entry)) {
			// It is leaving for another reason, if that was not reported already.
			this.index.left(entry, now());
		}
	}

	private static boolean isLive(@Nullable StoredEntry entry) {
		return entry != null && !entry.isDead();
	}

	/** Tells how a value that was just loaded was loaded, unless it was not stored. */
	void loaded(StoredEntry entry, LoadOrigin origin) {
		if (entry.version() != 0) {
			this.index.listener().loadStored(entry.key(), entry.version(), entry.createdAt(), origin);
		}
	}

	/** Finds a fresh entry, which counts as access. */
	@Nullable StoredEntry findGood(Object key) {
		boolean valid = isValid();
		int stamp = stamp();
		StoredEntry entry = find(key, stamp);
		return (entry != null && valid && !isStale(entry, stamp)) ? entry : null;
	}

	/** Finds an entry, expired or not, without counting as access. */
	@Nullable StoredEntry peek(Object key) {
		StoredEntry entry = this.index.find(key);
		return isLive(entry) ? entry : null;
	}

	/**
	 * {@return whether the policy keeps a value out of the cache, because it is
	 * {@code null}}
	 */
	boolean isDropped(Object value) {
		return value == NullValue.INSTANCE && !policy().cachesNull();
	}

	/**
	 * Stores a value, unless the cache is bypassed.
	 * @return whether it did
	 */
	boolean put(Object key, StoredEntry entry) {
		if (this.bypass != null) {
			return false;
		}
		this.values.limit(key, entry);
		try {
			this.entries.put(new HashedKey(key), entry);
		}
		catch (IllegalStateException ex) {
			throw named(ex);
		}
		stored(key, entry);
		return true;
	}

	/**
	 * Stores a loaded value, unless it is outdated or another was stored during the load.
	 * If the policy keeps the value out of the cache, only removes the older one.
	 * @param replaced the entry to replace; {@code null} if there was no good one
	 * @return the good entry that another thread stored; {@code null} if there is none
	 */
	@Nullable StoredEntry putLoaded(Object key, StoredEntry entry, @Nullable StoredEntry replaced) {
		if (isOutdated(entry.readSince())) {
			return null;
		}
		if (isDropped(entry.value())) {
			gone(key, replaced);
			return peek(key);
		}
		this.values.limit(key, entry);
		if (replaced != null && this.bypass == null && this.entries.replace(new HashedKey(key), replaced, entry)) {
			stored(key, entry);
			return null;
		}
		return putLimited(key, entry);
	}

	/**
	 * Stores a value unless there is a good one.
	 * @return the good entry; {@code null} if the value was stored or the cache is
	 * bypassed
	 */
	@Nullable StoredEntry putIfAbsent(Object key, StoredEntry entry) {
		this.values.limit(key, entry);
		return putLimited(key, entry);
	}

	private @Nullable StoredEntry putLimited(Object key, StoredEntry entry) {
		HashedKey stored = new HashedKey(key);
		try {
			while (this.bypass == null) {
				boolean valid = isValid();
				int stamp = stamp();
				StoredEntry present = this.entries.putIfAbsent(stored, entry);
				if (present == null
						|| (valid && !present.isDead() && !isStale(present, stamp) && !isEnded(present, stamp))) {
					return present;
				}
				if (this.entries.replace(stored, present, entry)) {
					return null;
				}
			}
			return null;
		}
		catch (IllegalStateException ex) {
			throw named(ex);
		}
		finally {
			stored(key, entry);
		}
	}

	/**
	 * Makes room after a store. Removes the entry if its region has just changed: the
	 * change may have looked for entries before.
	 */
	private void stored(Object key, StoredEntry entry) {
		makeRoom(key);
		if (entry.isDead()) {
			removeFromEhcache(entry);
		}
	}

	/**
	 * Removes the entries that carry a dead cell: at once if they are few, else in the
	 * background.
	 */
	void removeDead(Cell cell) {
		Set<Object> dead = this.index.entriesOf(cell);
		if (dead == null) {
			return;
		}
		Runnable removal = this.index.removal(dead, cell.isOverlapping(), this::removeDead);
		if (dead.size() <= FEW) {
			removal.run();
		}
		else {
			this.removals.execute(removal);
		}
	}

	private void removeDead(StoredEntry entry) {
		remove(entry, RemovalCause.REMOVED);
	}

	/**
	 * Removes a value because its load found that it no longer exists, unless another
	 * load has stored a good one.
	 * @param replaced the entry that the load was to replace; {@code null} for none
	 * @return whether there was one
	 */
	boolean gone(Object key, @Nullable StoredEntry replaced) {
		boolean valid = isValid();
		StoredEntry entry = peek(key);
		if (entry == null || (entry != replaced && valid && !isExpired(entry))) {
			return false;
		}
		remove(entry, RemovalCause.GONE);
		return true;
	}

	/** Measures a value that has grown, and makes room for it. */
	void grown(Object key) {
		this.index.grown(key);
		makeRoom(key);
	}

	/**
	 * Evicts entries from a heap that is counted in bytes: Ehcache counts entries.
	 * @param stored the key that was just stored
	 */
	private void makeRoom(Object stored) {
		StoredEntry surplus = this.index.surplus(stored);
		while (surplus != null) {
			evict(surplus);
			surplus = this.index.surplus(stored);
		}
	}

	private void evict(StoredEntry entry) {
		remove(entry, RemovalCause.EVICTED);
	}

	/**
	 * Changes policy and capacity. For one thread at a time.
	 * @param present the declaration in effect
	 */
	void apply(DeclaredCache present, DeclaredCache next) {
		if (!next.policy().equals(present.policy())) {
			change(next.policy(), () -> this.index.all().forEach(this::recount));
		}
		if (!Objects.equals(next.capacity(), present.capacity())
				|| !Objects.equals(next.capacityBytes(), present.capacityBytes())) {
			capacity(next.capacity(), next.capacityBytes());
		}
	}

	/**
	 * Changes the capacity. The least recently used entries that do not fit are evicted
	 * at once; Ehcache alone would evict two with each later put.
	 * @param entries the capacity in entries; {@code null} if the heap counts bytes
	 * @param bytes the capacity in bytes; {@code null} if the heap counts entries
	 */
	void capacity(@Nullable Long entries, @Nullable Long bytes) {
		if (bytes != null) {
			this.index.capacityBytes(bytes);
		}
		BooleanSupplier full = (entries != null) ? () -> this.index.held() > entries : this.index::isOverfull;
		evictWhile(full);
		if (entries != null) {
			this.entries.getRuntimeConfiguration().updateResourcePools(ResourcePoolsBuilder.heap(entries).build());
			// Others may have stored entries before Ehcache knew.
			evictWhile(full);
		}
	}

	private void evictWhile(BooleanSupplier full) {
		while (full.getAsBoolean() && this.index.held() > 0) {
			// The times are copied, because readers change them during the sort.
			List<Map.Entry<Long, StoredEntry>> used = new ArrayList<>();
			this.index.all()
				.forEach((entry) -> used
					.add(Map.entry(entry.isDead() ? Long.MIN_VALUE : entry.lastAccessedAt(), entry)));
			used.sort(Map.Entry.<Long, StoredEntry>comparingByKey()
				.thenComparingLong((each) -> each.getValue().sequence()));
			Iterator<Map.Entry<Long, StoredEntry>> next = used.iterator();
			while (next.hasNext() && full.getAsBoolean()) {
				evict(next.next().getValue());
			}
		}
	}

	/**
	 * Recalculates the expiry of an entry in Ehcache by the present policy. An access can
	 * only postpone the expiry there, so the entry replaces itself.
	 */
	private void recount(StoredEntry entry) {
		HashedKey key = new HashedKey(entry.key());
		this.time.at(entry.lastAccessedAt(), () -> this.entries.replace(key, entry, entry));
		if (isOver(entry) || isDropped(entry.value())) {
			end(entry);
		}
	}

	/**
	 * {@return whether it removed an entry that had not expired}
	 */
	boolean remove(Object key) {
		// Ehcache's unconditional removal does not tell whether there was an entry.
		boolean removed = removeIf(key, (entry) -> !isExpired(entry));
		if (!removed) {
			try {
				this.entries.remove(new HashedKey(key));
			}
			catch (IllegalStateException ex) {
				throw named(ex);
			}
		}
		return removed;
	}

	/**
	 * Removes the entry with a place in the insertion order, unless it has left already.
	 */
	void remove(Object key, long sequence) {
		removeIf(key, (entry) -> entry.sequence() == sequence);
	}

	private boolean removeIf(Object key, Predicate<StoredEntry> condition) {
		StoredEntry tried = null;
		StoredEntry entry = peek(key);
		while (entry != null && entry != tried && condition.test(entry)) {
			if (removeFromEhcache(entry)) {
				return true;
			}
			// Its value may just have been replaced, which keeps the place.
			tried = entry;
			entry = peek(key);
		}
		return false;
	}

	ElapsedTime time() {
		return this.time;
	}

	long now() {
		return this.time.now();
	}

	/**
	 * {@return whether this instance knows of all changes, so that entries may be served
	 * as fresh; call it before the lookup, because the lease may be renewed in between}
	 */
	boolean isValid() {
		return !this.shared || this.validity.isValid();
	}

	/**
	 * {@return whether the client of the calling thread has seen a change that this
	 * instance does not know: then no older value is served, not even after a failure}
	 */
	boolean isDistrusted() {
		return this.validity.isDistrusted();
	}

	/**
	 * {@return a stamp of the policy, to take before a lookup}
	 */
	int stamp() {
		return this.changes.get();
	}

	/**
	 * Tells whether Ehcache may have returned an entry by another policy than the present
	 * one since a stamp was taken.
	 */
	private boolean isChanged(int stamp) {
		return (stamp & 1) != 0 || this.changes.get() != stamp;
	}

	CachePolicy policy() {
		return this.index.policy();
	}

	/**
	 * Changes the policy. For one thread at a time.
	 * @param recount recalculates the expiry of each entry in Ehcache
	 */
	private void change(CachePolicy policy, Runnable recount) {
		this.changes.incrementAndGet();
		try {
			this.index.policy(policy);
			recount.run();
		}
		finally {
			this.changes.incrementAndGet();
		}
	}

	/**
	 * {@return whether an entry that this thread has just found has expired; without
	 * {@code stale-if-error} Ehcache does not return such entries}
	 * @param stamp the stamp from before the lookup
	 */
	boolean isStale(StoredEntry entry, int stamp) {
		return (policy().staleIfError() != null || isChanged(stamp))
				&& this.index.expiry(entry).passed(this.time.told());
	}

	/**
	 * {@return whether an entry that Ehcache returned has ended: by {@code until}, which
	 * Ehcache does not know because the wall clock may be set, or by another policy}
	 * @param stamp the stamp from before the lookup
	 */
	private boolean isEnded(StoredEntry entry, int stamp) {
		return entry.isEnded(this.time) || (isChanged(stamp) && isOver(entry));
	}

	/**
	 * {@return whether an entry is not kept any longer, not even as a stale one}
	 */
	private boolean isOver(StoredEntry entry) {
		return now() >= policy().keptUntil(this.index.expiry(entry), entry.end(this.time));
	}

	/**
	 * {@return all entries in no order; none if no entry expires}
	 */
	Iterator<StoredEntry> expirable() {
		return (this.values.exist() || policy().expires()) ? this.index.all().iterator() : Collections.emptyIterator();
	}

	/**
	 * Removes an entry that is not kept any longer. Does not count as access.
	 */
	void removeExpired(StoredEntry entry) {
		if (entry.isEnded(this.time)) {
			end(entry);
		}
		else if (isOver(entry)) {
			// Ehcache decides: the key may have got another value, or a hit.
			this.entries.containsKey(new HashedKey(entry.key()));
		}
	}

	/**
	 * {@return whether an entry may be served after its expiry at all}
	 */
	boolean mayServeStale(StoredEntry entry) {
		return policy().staleIfError() != null && !entry.failedWithError();
	}

	/**
	 * {@return whether a good entry that this thread has just found should be refreshed}
	 */
	boolean isDueForRefresh(StoredEntry entry) {
		return policy().isRefreshedAt(this.time.told() - entry.createdAt(), entry.key()) && isDueForRetry(entry);
	}

	/**
	 * {@return whether refreshes were not paused before}
	 */
	boolean pauseRefreshes(long now, long until) {
		boolean first = now >= this.pausedUntil;
		this.pausedUntil = until;
		return first;
	}

	/**
	 * {@return whether an entry that this thread has just found may be reloaded after a
	 * failure}
	 */
	boolean isDueForRetry(StoredEntry entry) {
		return this.time.told() >= Math.max(entry.retryAt(), this.pausedUntil);
	}

	boolean isExpired(StoredEntry entry) {
		return this.index.expiry(entry).passed(now());
	}

	/**
	 * {@return whether an entry may be served because its reload failed}
	 */
	boolean isServableOnError(StoredEntry entry) {
		return mayServeStale(entry) && !isOver(entry);
	}

	/**
	 * {@return the milliseconds until an entry expires if it is not accessed again;
	 * {@link Long#MAX_VALUE} for never}
	 */
	long timeLeft(StoredEntry entry) {
		Expiry expiry = this.index.expiry(entry);
		return (expiry.by() != null) ? expiry.at() - now() : Long.MAX_VALUE;
	}

	/**
	 * {@return the milliseconds until an entry that is served as a stale one expired, at
	 * most -1: by the policy, or by the end of the lease}
	 */
	long timeLeftStale(StoredEntry entry) {
		long left = Math.min(timeLeft(entry), -1);
		return this.shared ? Math.min(left, this.validity.leaseLeft().toMillis()) : left;
	}

	/**
	 * {@return whether a value of a lower level was read and loaded in the past}
	 */
	boolean isPast(Times times) {
		return isPast(times.readAt()) && isPast(times.madeAt());
	}

	private boolean isPast(long wall) {
		return this.time.ofWall(wall) - now() <= CLOCK_SKEW_MILLIS;
	}

	/**
	 * {@return the milliseconds until a value of a lower level expires;
	 * {@link Long#MAX_VALUE} for never}
	 */
	long timeLeft(Object key, Times times) {
		Expiry deadline = expiry(key, times);
		return (deadline.by() != null) ? deadline.at() - now() : Long.MAX_VALUE;
	}

	/**
	 * {@return whether a value of a lower level may be served because its load failed}
	 */
	boolean isServableOnError(Object key, Times times) {
		CachePolicy policy = policy();
		return policy.staleIfError() != null && (policy.cachesNull() || !times.absent())
				&& now() < policy.keptUntil(expiry(key, times), end(times));
	}

	/** Returns the last access of a value of a lower level. A load counts as one. */
	long accessedAt(Times times) {
		return Math.max(madeAt(times), times.accessedAt());
	}

	private long madeAt(Times times) {
		return Math.min(this.time.ofWall(times.madeAt()), now());
	}

	private long end(Times times) {
		return this.time
			.ofWall(this.time.end(policy().until(), Math.min(madeAt(times), this.time.ofWall(times.readAt()))));
	}

	private Expiry expiry(Object key, Times times) {
		return policy().expiry(key, times.absent(), madeAt(times), accessedAt(times), end(times));
	}

	/**
	 * {@return whether an {@code until} moment came since a load began: then its value
	 * belongs to the period before}
	 */
	private boolean isOutdated(long since) {
		return this.time.ofWall(this.time.end(policy().until(), since)) <= now();
	}

}
