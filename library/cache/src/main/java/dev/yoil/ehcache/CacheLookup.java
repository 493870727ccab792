package dev.yoil.ehcache;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;

/**
 * The calling thread's last lookup in a cache and its result, for code that calls
 * {@code @Cacheable} methods and must know whether a value is stale.
 * <p>
 * Each thread has its own, until the next lookup or {@link #forget()}. Lookups that
 * return a future are not recorded.
 */
public final class CacheLookup {

	private static final ThreadLocal<CacheLookup> LAST = ThreadLocal.withInitial(CacheLookup::new);

	/** Records how the calling thread got the value of a miss. */
	static final LoadRunner.Misses MISSES = new LoadRunner.Misses() {

		@Override
		public void shared() {
			noteMiss(Result.SHARED);
		}

		@Override
		public void foundBelow() {
			noteMiss(Result.SECOND_TIER);
		}

	};

	private @Nullable Cache cache;

	private @Nullable Object key;

	private Result result = Result.NONE;

	private CacheLookup() {
	}

	/**
	 * {@return the last lookup of the calling thread: a live object that its next lookup
	 * overwrites}
	 */
	public static CacheLookup get() {
		return LAST.get();
	}

	/**
	 * Forgets the last lookup of the calling thread, as at the beginning of a request.
	 */
	public static void forget() {
		note(null, null, Result.NONE);
	}

	static void note(@Nullable Cache cache, @Nullable Object key, Result result) {
		CacheLookup last = LAST.get();
		last.cache = cache;
		last.key = key;
		last.result = result;
	}

	private static void noteMiss(Result result) {
		CacheLookup last = LAST.get();
		if (last.result == Result.MISS) {
			last.result = result;
		}
	}

	/**
	 * {@return the cache; {@code null} if there was no lookup}
	 */
	public @Nullable Cache cache() {
		return this.cache;
	}

	/**
	 * {@return the key; {@code null} if there was no lookup}
	 */
	public @Nullable Object key() {
		return this.key;
	}

	/**
	 * {@return the result; {@link Result#NONE} if there was no lookup}
	 */
	public Result result() {
		return this.result;
	}

	/**
	 * Results of a lookup.
	 */
	public enum Result {

		/** There was no lookup. */
		NONE,

		/** The cache had the value. */
		HIT,

		/** The cache did not have the value, and the caller loaded it. */
		MISS,

		/**
		 * The cache did not have the value, and the caller waited for another caller's
		 * load.
		 */
		SHARED,

		/** The cache did not have the value, and the second tier had it. */
		SECOND_TIER,

		/** The cache was bypassed, and the value was loaded. */
		BYPASS,

		/** The cache served an expired value under {@code stale-if-error}. */
		STALE

	}

}
