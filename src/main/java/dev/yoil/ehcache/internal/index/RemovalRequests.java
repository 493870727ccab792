package dev.yoil.ehcache.internal.index;

import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

/**
 * The keys whose removal callers asked for, and whether there was an entry under them. To
 * ask for the removal of an absent key is nothing special; if that is all that ever
 * happens, and nobody reads such a key either, keys are made in two ways.
 * <p>
 * Thread-safe without locks.
 */
public final class RemovalRequests {

	private static final int REMEMBERED = 1_000;

	private final LongAdder requests = new LongAdder();

	private final LongAdder matched = new LongAdder();

	private final LongAdder readLater = new LongAdder();

	private final GhostKeys unmatched = new GhostKeys();

	private volatile @Nullable Object lastUnmatched;

	RemovalRequests() {
	}

	void add(Object key, boolean present) {
		this.requests.increment();
		if (present) {
			this.matched.increment();
			return;
		}
		this.lastUnmatched = key;
		this.unmatched.add(key, Long.MAX_VALUE, REMEMBERED);
	}

	/**
	 * Counts a miss, if the key's removal was requested before without a match.
	 */
	void missed(Object key) {
		if (this.unmatched.take(key, 0) > 0) {
			this.readLater.increment();
		}
	}

	/**
	 * {@return how often callers asked for the removal of a key}
	 */
	public long count() {
		return this.requests.sum();
	}

	/**
	 * {@return how often there was an entry under the key}
	 */
	public long matched() {
		return this.matched.sum();
	}

	/**
	 * {@return how many keys without a match a caller read later: those are made like the
	 * keys that are read. It is known of the last thousand or so}
	 */
	public long readLater() {
		return this.readLater.sum();
	}

	/**
	 * {@return the last key without a match; {@code null} if there was none}
	 */
	public @Nullable Object lastUnmatched() {
		return this.lastUnmatched;
	}

}
