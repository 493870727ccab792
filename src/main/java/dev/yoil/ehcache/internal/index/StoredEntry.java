package dev.yoil.ehcache.internal.index;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import org.jspecify.annotations.Nullable;

/**
 * One stored value with its bookkeeping: what Ehcache holds under a key. A replaced value
 * is another entry, with a life of its own and the next version.
 * <p>
 * Thread-safe. It is compared by identity, so that an event about one value is never
 * taken for an event about an equal one. Its moments are of {@link ElapsedTime}.
 */
public final class StoredEntry {

	private static final AtomicLongFieldUpdater<StoredEntry> LAST_ACCESSED_AT = AtomicLongFieldUpdater
		.newUpdater(StoredEntry.class, "lastAccessedAt");

	private static final AtomicLongFieldUpdater<StoredEntry> HITS = AtomicLongFieldUpdater.newUpdater(StoredEntry.class,
			"hits");

	private final Object value;

	/** Taken before the value was read. */
	private final Label label;

	private volatile long hits;

	/** Counts hits beside the field from when two threads met there, as few ever do. */
	private volatile @Nullable LongAdder crowdedHits;

	/** When the value was read; {@link Long#MAX_VALUE} if that is when it was stored. */
	private final long readSince;

	private boolean removed;

	private volatile boolean evicted;

	private volatile long lastAccessedAt;

	private volatile long retryAt;

	private volatile boolean failedWithError;

	// Written once by the index under Ehcache's lock on the key, before anybody
	// sees it.

	private long sequence;

	private long version;

	private long createdAt;

	/** The moment of the wall clock at which {@code until} ends it. */
	private long end;

	/**
	 * The complement of the value's size, 0 while nobody wanted to know. Whoever races
	 * for it counts the same, and as an {@code int} it fits where the object would be
	 * padded.
	 */
	private int size;

	/**
	 * Creates an entry that is not yet in any cache.
	 * @param value the value in the form in which Spring stores it, so never {@code null}
	 * @param label the label that was taken before the value was given
	 */
	public StoredEntry(Object value, Label label) {
		this(value, label, Long.MAX_VALUE);
	}

	/**
	 * Creates an entry for a value that took a while to be read.
	 * @param value the value in the form in which Spring stores it, so never {@code null}
	 * @param label the label that was taken before the value was read
	 * @param readSince when reading it began: a calendar moment since then ends it
	 */
	public StoredEntry(Object value, Label label, long readSince) {
		this(value, label, readSince, Long.MAX_VALUE);
	}

	/**
	 * Creates an entry for a value that another instance has loaded: its time counts from
	 * then.
	 * @param value the value in the form in which Spring stores it, so never {@code null}
	 * @param label the label that was taken before the value was read
	 * @param readSince when reading it began
	 * @param madeAt when it was loaded; what is later than now counts as now
	 */
	public StoredEntry(Object value, Label label, long readSince, long madeAt) {
		this.value = value;
		this.label = label;
		this.readSince = readSince;
		this.createdAt = madeAt;
	}

	/**
	 * {@return whether a region of the key has changed since the value was read: then the
	 * entry counts as absent, although it may not be removed yet}
	 */
	public boolean isDead() {
		return this.label.isDead();
	}

	Label label() {
		return this.label;
	}

	/**
	 * {@return when reading the value began; {@link Long#MAX_VALUE} if that is when it
	 * was stored}
	 */
	public long readSince() {
		return this.readSince;
	}

	void enter(long version, long now, CachePolicy policy, ElapsedTime time) {
		this.version = version;
		this.createdAt = Math.min(now, this.createdAt);
		// A value read before a calendar moment and stored after it belongs to the
		// time before.
		this.end = time.end(policy.until(), Math.min(this.createdAt, this.readSince));
		this.lastAccessedAt = now;
	}

	void place(long sequence) {
		this.sequence = sequence;
	}

	/**
	 * Marks the entry as gone.
	 * @return whether this call did it: an entry is removed once, whoever notices first
	 */
	synchronized boolean markRemoved() {
		boolean first = !this.removed;
		this.removed = true;
		return first;
	}

	/**
	 * {@return whether it had to make room in a cache that counts bytes, which Ehcache
	 * takes for a removal}
	 */
	public boolean isEvicted() {
		return this.evicted;
	}

	void evicted() {
		this.evicted = true;
	}

	/**
	 * Counts that the value was handed to a caller.
	 */
	public void hit() {
		LongAdder crowded = this.crowdedHits;
		if (crowded != null) {
			crowded.increment();
			return;
		}
		long before = this.hits;
		if (!HITS.compareAndSet(this, before, before + 1)) {
			crowdedHits().increment();
		}
	}

	private synchronized LongAdder crowdedHits() {
		LongAdder crowded = this.crowdedHits;
		if (crowded == null) {
			crowded = new LongAdder();
			this.crowdedHits = crowded;
		}
		return crowded;
	}

	/**
	 * Notes when the value was last asked for. Written only when the millisecond is a
	 * later one, so that threads hitting one entry do not fight over its memory.
	 */
	public void accessed(long now) {
		long last = this.lastAccessedAt;
		while (last < now && !LAST_ACCESSED_AT.compareAndSet(this, last, now)) {
			last = this.lastAccessedAt;
		}
	}

	/**
	 * {@return the value in the form in which Spring stores it:
	 * {@link org.springframework.cache.support.NullValue} for {@code null}}
	 */
	public Object value() {
		return this.value;
	}

	/**
	 * Returns the size of the value, which is counted when it is first asked for.
	 * @param count tells the size of a value, from 0; always the same function
	 * @return what it told the first time, {@link Integer#MAX_VALUE} at most
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
	 * {@return how often the value was handed to a caller since it was stored}
	 */
	public long hits() {
		LongAdder crowded = this.crowdedHits;
		return this.hits + ((crowded != null) ? crowded.sum() : 0);
	}

	/**
	 * {@return the place of the entry in the order in which keys entered the cache, from
	 * 1; a replaced value leaves it to the next}
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
	 * {@return when this value was stored, here or before that on another instance}
	 */
	public long createdAt() {
		return this.createdAt;
	}

	/**
	 * {@return when the value was last asked for, or else stored}
	 */
	public long lastAccessedAt() {
		return this.lastAccessedAt;
	}

	/**
	 * {@return when the entry expires if nobody asks for it again}
	 */
	public Expiry expiry(CachePolicy policy, ElapsedTime time) {
		return policy.expiry(this.createdAt, this.lastAccessedAt, end(time));
	}

	/**
	 * {@return whether the wall clock, as it is set now, has ended the entry}
	 */
	public boolean isEnded(ElapsedTime time) {
		return this.end != Long.MAX_VALUE && time.isReached(this.end);
	}

	/**
	 * {@return when the wall clock, as it is set now, ends the entry;
	 * {@link Long#MAX_VALUE} for never}
	 */
	public long end(ElapsedTime time) {
		return time.ofWall(this.end);
	}

	/**
	 * {@return when the value may be loaded again after that failed; 0 if it did not
	 * fail}
	 */
	public long retryAt() {
		return this.retryAt;
	}

	/**
	 * {@return whether the last try to load the value again ended in an {@link Error}}
	 */
	public boolean failedWithError() {
		return this.failedWithError;
	}

	/**
	 * Notes that the value could not be loaded again.
	 * @param moment when that may be tried again
	 */
	public void retryAt(long moment) {
		this.retryAt = moment;
	}

	/**
	 * Notes whether the last try to load the value again ended in an {@link Error}.
	 */
	public void failedWithError(boolean error) {
		this.failedWithError = error;
	}

}
