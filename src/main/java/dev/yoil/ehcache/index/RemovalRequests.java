package dev.yoil.ehcache.index;

import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

/**
 * The keys that callers asked a cache to evict, and whether there was anything under
 * them. An eviction of a key that is not there is nothing special; if it never is, and
 * nobody ever asks for such a key either, keys are made in two ways.
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

	/**
	 * Counts an eviction.
	 * @param present whether there was an entry under the key, expired or not
	 */
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
	 * Counts a key that a caller asked for and that was to be evicted before in vain.
	 */
	void missed(Object key) {
		if (this.unmatched.take(key, 0) > 0) {
			this.readLater.increment();
		}
	}

	/**
	 * Returns how many keys callers asked to evict.
	 * @return the count since the cache was created
	 */
	public long count() {
		return this.requests.sum();
	}

	/**
	 * Returns how many of them there was an entry under.
	 * @return the count since the cache was created
	 */
	public long matched() {
		return this.matched.sum();
	}

	/**
	 * Returns how many keys that were to be evicted in vain a caller read later: they are
	 * made like those that are read. Of the last thousand or so that is known.
	 * @return the count since the cache was created
	 */
	public long readLater() {
		return this.readLater.sum();
	}

	/**
	 * Returns the last key that was to be evicted in vain.
	 * @return the key; {@code null} if there was none
	 */
	public @Nullable Object lastUnmatched() {
		return this.lastUnmatched;
	}

}
