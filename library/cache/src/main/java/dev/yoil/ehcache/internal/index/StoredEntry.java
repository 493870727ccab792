package dev.yoil.ehcache.internal.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import dev.yoil.ehcache.policy.ExpiryCause;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.NullValue;

/**
 * A stored value with its bookkeeping: the value that Ehcache holds under a key. Another
 * value of the key is another entry, with the next version.
 * <p>
 * Thread-safe. Entries are compared by identity, so that an event about one value is
 * never mistaken for an event about an equal one. Moments are of {@link ElapsedTime}.
 */
public final class StoredEntry {

	private static final AtomicLongFieldUpdater<StoredEntry> LAST_ACCESSED_AT = AtomicLongFieldUpdater
		.newUpdater(StoredEntry.class, "lastAccessedAt");

	private static final AtomicLongFieldUpdater<StoredEntry> HITS = AtomicLongFieldUpdater.newUpdater(StoredEntry.class,
			"hits");

	private static final VarHandle REMOVED;

	static {
		try {
			REMOVED = MethodHandles.lookup().findVarHandle(StoredEntry.class, "removed", boolean.class);
		}
		catch (ReflectiveOperationException ex) {
			throw new ExceptionInInitializerError(ex);
		}
	}

	private static final AtomicReferenceFieldUpdater<StoredEntry, @Nullable RemovalCause> LEAVING = AtomicReferenceFieldUpdater
		.newUpdater(StoredEntry.class, RemovalCause.class, "leaving");

	private final Object value;

	private final Label label;

	private volatile long hits;

	/** Counts hits beside the field once two threads met there, as few ever do. */
	private volatile @Nullable LongAdder contendedHits;

	/** True if the index has removed the entry. An {@code int} would not fit. */
	private volatile boolean removed;

	private volatile @Nullable RemovalCause leaving;

	/** Until the index has the entry: when the value was last accessed elsewhere. */
	private volatile long lastAccessedAt = Long.MAX_VALUE;

	private volatile long retryAt;

	private volatile boolean failedWithError;

	// Written by the index under Ehcache's lock on the key, before other threads see it.

	private @Nullable Object key;

	private @Nullable Segment segment;

	private long sequence;

	private int version;

	/**
	 * By how many milliseconds the value outlives its creation; 0 for no limit, -1 for
	 * not at all.
	 */
	private int life;

	/** By how many milliseconds reading the value began before its creation. */
	private int reading;

	/** Until the index has the entry: when it was loaded at the latest. */
	private long createdAt;

	/**
	 * The moment of the wall clock at which {@code until} or the limit of the value ends
	 * the entry. Until the index has the entry: when reading its value began.
	 */
	private long end;

	/**
	 * The complement of the value's size, 0 until it is counted. Threads that race count
	 * the same. An {@code int} fits where the object would be padded.
	 */
	private int size;

	/**
	 * Creates an entry that is not yet in any cache.
	 * @param value the value in the form in which Spring stores it, never {@code null}
	 * @param label the label that was taken before the value was given
	 */
	public StoredEntry(Object value, Label label) {
		this(value, label, Long.MAX_VALUE);
	}

	/**
	 * Creates an entry for a value that took a while to read.
	 * @param readSince when reading it began: a calendar moment since then ends it
	 */
	public StoredEntry(Object value, Label label, long readSince) {
		this(value, label, readSince, Long.MAX_VALUE);
	}

	/**
	 * Creates an entry for a value that another instance has loaded.
	 * @param readSince when reading it began
	 * @param madeAt when it was loaded, from which its age counts; a later moment than
	 * now counts as now
	 */
	public StoredEntry(Object value, Label label, long readSince, long madeAt) {
		this.value = value;
		this.label = label;
		this.end = readSince;
		this.createdAt = madeAt;
	}

	/**
	 * {@return whether a region of the key has changed since the value was read: then the
	 * entry counts as absent, even if it is not removed yet}
	 */
	public boolean isDead() {
		return this.label.isDead();
	}

	/**
	 * {@return the label that was taken before the value was given}
	 */
	public Label label() {
		return this.label;
	}

	/**
	 * {@return when reading the value of an entry that was never stored began;
	 * {@link Long#MAX_VALUE} if that is not known}
	 */
	public long readSince() {
		return this.end;
	}

	/**
	 * Limits the life of the value. Call it before the entry is stored.
	 * @param madeAt when the value was loaded, from which its age counts
	 * @param millis from that moment; 24 days at most. With 0 or less, the value is never
	 * served
	 */
	public void life(long madeAt, long millis) {
		this.createdAt = madeAt;
		this.life = (millis > 0) ? (int) Math.min(Integer.MAX_VALUE, millis) : -1;
	}

	/**
	 * Records that the value was not accessed since a moment. Call it before the entry is
	 * stored; otherwise storing it counts as an access.
	 */
	public void idleSince(long moment) {
		this.lastAccessedAt = moment;
	}

	/**
	 * {@return when the value of an entry that was never stored was loaded at the latest;
	 * {@link Long#MAX_VALUE} if that is not known}
	 */
	public long madeAt() {
		return this.createdAt;
	}

	void enter(Object key, long version, long now, CachePolicy policy, ElapsedTime time) {
		this.key = key;
		this.version = (int) version;
		this.createdAt = Math.min(now, this.createdAt);
		this.reading = (int) Math.max(0, Math.min(Integer.MAX_VALUE, this.createdAt - readSince()));
		recount(policy, time);
		this.lastAccessedAt = Math.min(now, this.lastAccessedAt);
	}

	/** Determines the end by a policy, from when reading the value began. */
	void recount(CachePolicy policy, ElapsedTime time) {
		// A value read before a calendar moment and stored after it belongs to the
		// time before.
		this.end = Math.min(time.end(policy.until(), this.createdAt - this.reading), time.toWall(valueEnd()));
	}

	void place(long sequence, Segment segment) {
		this.sequence = sequence;
		this.segment = segment;
	}

	@SuppressWarnings("NullAway") // the index sets it before it lets anybody see the
									// entry
	Segment segment() {
		return this.segment;
	}

	/**
	 * {@return the key of an entry of an index}
	 */
	@SuppressWarnings("NullAway") // the index sets it before it lets anybody see the
									// entry
	public Object key() {
		return this.key;
	}

	/** Adds the entry to the cells of its label, unless it was removed. */
	void addToCells(Object owner) {
		this.label.add(owner, this);
		if (this.removed) {
			this.label.remove(owner, this);
		}
	}

	/**
	 * Marks the entry as removed.
	 * @return whether this call was the first, so that each entry is removed once
	 */
	boolean markRemoved() {
		return REMOVED.compareAndSet(this, false, true);
	}

	/**
	 * {@return why the entry leaves; {@code null} as long as it stays, or if another
	 * value replaces it}
	 */
	public @Nullable RemovalCause leaving() {
		return this.leaving;
	}

	/**
	 * Records why the library is about to remove the entry, or that Ehcache has removed
	 * it. The first cause stays.
	 */
	public void leaving(RemovalCause cause) {
		LEAVING.compareAndSet(this, null, cause);
	}

	void hit() {
		LongAdder contended = this.contendedHits;
		if (contended != null) {
			contended.increment();
			return;
		}
		long before = this.hits;
		if (!HITS.compareAndSet(this, before, before + 1)) {
			contendedHits().increment();
		}
	}

	private synchronized LongAdder contendedHits() {
		LongAdder contended = this.contendedHits;
		if (contended == null) {
			contended = new LongAdder();
			this.contendedHits = contended;
		}
		return contended;
	}

	/**
	 * Records an access. Writes only if the millisecond is later, so that threads hitting
	 * one entry do not contend for its cache line.
	 * @return whether it is the first access in its millisecond
	 */
	public boolean accessed(long now) {
		long last = this.lastAccessedAt;
		while (last < now) {
			if (LAST_ACCESSED_AT.compareAndSet(this, last, now)) {
				return true;
			}
			last = this.lastAccessedAt;
		}
		return false;
	}

	/**
	 * {@return the value in the form in which Spring stores it:
	 * {@link org.springframework.cache.support.NullValue} for {@code null}}
	 */
	public Object value() {
		return this.value;
	}

	/**
	 * {@return whether the values are equal, as far as they can be compared}
	 */
	public boolean hasEqualValue(StoredEntry other) {
		try {
			return this.value.equals(other.value);
		}
		catch (RuntimeException | StackOverflowError ex) {
			return false;
		}
	}

	/**
	 * Returns the size of the value, which is counted once.
	 * @param count counts the size of a value, from 0; always the same function
	 * @return the size, {@link Integer#MAX_VALUE} at most
	 */
	public long size(ToLongFunction<Object> count) {
		int complement = this.size;
		if (complement == 0) {
			complement = ~(int) Math.min(Integer.MAX_VALUE, count.applyAsLong(this.value));
			this.size = complement;
		}
		return ~complement;
	}

	/**
	 * {@return how often callers got the value since it was stored}
	 */
	public long hits() {
		LongAdder contended = this.contendedHits;
		return this.hits + ((contended != null) ? contended.sum() : 0);
	}

	/**
	 * {@return the place of the key in the insertion order, from 1; another value of the
	 * key keeps it}
	 */
	public long sequence() {
		return this.sequence;
	}

	/**
	 * {@return 1 for the first value of the key since it entered the cache, one more for
	 * each replacement}
	 */
	public long version() {
		return this.version;
	}

	/**
	 * {@return when this value was stored, or before that on another instance}
	 */
	public long createdAt() {
		return this.createdAt;
	}

	/**
	 * {@return when the value was last accessed, or else stored}
	 */
	public long lastAccessedAt() {
		return this.lastAccessedAt;
	}

	/**
	 * {@return when the entry expires if it is not accessed again}
	 */
	public Expiry expiry(CachePolicy policy, ElapsedTime time) {
		return expiry(policy, time.ofWall(this.end));
	}

	/**
	 * {@return when the entry expires if it is not accessed again}
	 * @param end the moment of {@code until}; {@link Long#MAX_VALUE} to ignore it
	 */
	public Expiry expiry(CachePolicy policy, long end) {
		Expiry expiry = policy.expiry(key(), this.value == NullValue.INSTANCE, this.createdAt, this.lastAccessedAt,
				end);
		return (this.life != 0) ? new Expiry(valueEnd(), ExpiryCause.VALUE).orEarlier(expiry) : expiry;
	}

	/**
	 * {@return whether the wall clock, as it is set now, has ended the entry}
	 */
	public boolean isEnded(ElapsedTime time) {
		return this.end != Long.MAX_VALUE && time.isReached(this.end);
	}

	/**
	 * {@return the moment from which the entry is not even served as a stale one;
	 * {@link Long#MAX_VALUE} for none}
	 */
	public long end(ElapsedTime time) {
		return Math.min(time.ofWall(this.end), valueEnd());
	}

	/**
	 * {@return when the limit of the value ends the entry; {@link Long#MAX_VALUE} for
	 * never}
	 */
	public long valueEnd() {
		return (this.life != 0) ? this.createdAt + this.life : Long.MAX_VALUE;
	}

	/**
	 * {@return when to try again after a failed reload; 0 if none has failed}
	 */
	public long retryAt() {
		return this.retryAt;
	}

	/**
	 * {@return whether the last reload failed with an {@link Error}}
	 */
	public boolean failedWithError() {
		return this.failedWithError;
	}

	/** Records when to try again after a failed reload. */
	public void retryAt(long moment) {
		this.retryAt = moment;
	}

	/** Records whether the last reload failed with an {@link Error}. */
	public void failedWithError(boolean error) {
		this.failedWithError = error;
	}

}
