package dev.yoil.ehcache;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;

/**
 * The calling thread's last lookup in a cache, and how it was answered: for whoever
 * stands behind Spring's annotations and wants to know whether what it got is stale.
 * <p>
 * Each thread has its own, which stays until the next lookup or {@link #forget()}. What a
 * future waits for is not noted.
 */
public final class CacheLookup {

	private static final ThreadLocal<CacheLookup> LAST = ThreadLocal.withInitial(CacheLookup::new);

	private @Nullable Cache cache;

	private @Nullable Object key;

	private Result result = Result.NONE;

	private CacheLookup() {
	}

	/**
	 * {@return the last lookup of the calling thread, whose next lookup changes it}
	 */
	public static CacheLookup get() {
		return LAST.get();
	}

	/**
	 * Forgets what the calling thread asked before, as at the beginning of a request.
	 */
	public static void forget() {
		LAST.get().set(null, null, Result.NONE);
	}

	static void note(Cache cache, Object key, Result result) {
		LAST.get().set(cache, key, result);
	}

	private void set(@Nullable Cache cache, @Nullable Object key, Result result) {
		this.cache = cache;
		this.key = key;
		this.result = result;
	}

	/**
	 * Notes that the miss of the calling thread waits for another's load.
	 */
	static void shared() {
		LAST.get().change(Result.MISS, Result.SHARED);
	}

	/**
	 * Notes that the other's load gave the calling thread nothing, so that it goes on to
	 * load the value itself.
	 */
	static void notShared() {
		LAST.get().change(Result.SHARED, Result.MISS);
	}

	/**
	 * Notes that the miss of the calling thread found its value in the second tier.
	 */
	static void secondTier() {
		LAST.get().change(Result.MISS, Result.SECOND_TIER);
	}

	private void change(Result from, Result to) {
		if (this.result == from) {
			this.result = to;
		}
	}

	/**
	 * {@return the cache that was asked; {@code null} if none was}
	 */
	public @Nullable Cache cache() {
		return this.cache;
	}

	/**
	 * {@return the key it was asked for; {@code null} if none was}
	 */
	public @Nullable Object key() {
		return this.key;
	}

	/**
	 * {@return how it answered, {@link Result#NONE} if nothing was asked}
	 */
	public Result result() {
		return this.result;
	}

	/**
	 * Ways in which a cache answers.
	 */
	public enum Result {

		/** It was not asked. */
		NONE,

		/** It had the value. */
		HIT,

		/** It did not have the value, and the caller loaded it itself. */
		MISS,

		/** It did not have the value, and the caller waited for another's load. */
		SHARED,

		/** It did not have the value, and the second tier had. */
		SECOND_TIER,

		/**
		 * It was bypassed, and the caller loaded the value itself or waited for another's
		 * load.
		 */
		BYPASS,

		/** It had a value past its time, which could not be loaded again. */
		STALE

	}

}
