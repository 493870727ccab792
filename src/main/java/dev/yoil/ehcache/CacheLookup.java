package dev.yoil.ehcache;

import org.jspecify.annotations.Nullable;

/**
 * How the calling thread's last question to a cache with a key was answered: for whoever
 * stands behind Spring's annotations and wants to know whether what it got is stale.
 * <p>
 * Each thread has its own, which stays until the next question or {@link #forget()}.
 * Questions answered by a future are not noted.
 */
public final class CacheLookup {

	private static final ThreadLocal<CacheLookup> LAST = ThreadLocal.withInitial(CacheLookup::new);

	private @Nullable EhCacheCache cache;

	private @Nullable Object key;

	private Result result = Result.NONE;

	private CacheLookup() {
	}

	/**
	 * Returns the last answer to the calling thread.
	 * @return an object that the thread's next question changes
	 */
	public static CacheLookup get() {
		return LAST.get();
	}

	/**
	 * Forgets what the calling thread asked before, as at the beginning of a request.
	 */
	public static void forget() {
		CacheLookup last = LAST.get();
		last.cache = null;
		last.key = null;
		last.result = Result.NONE;
	}

	static void note(EhCacheCache cache, Object key, Result result) {
		CacheLookup last = LAST.get();
		last.cache = cache;
		last.key = key;
		last.result = result;
	}

	/**
	 * Returns the cache that was asked.
	 * @return the cache; {@code null} if none was
	 */
	public @Nullable EhCacheCache cache() {
		return this.cache;
	}

	/**
	 * Returns the key it was asked for.
	 * @return the key; {@code null} if none was
	 */
	public @Nullable Object key() {
		return this.key;
	}

	/**
	 * Returns what the cache holds under the key by now, without counting as access.
	 * @return the value; {@code null} if there is none
	 */
	public @Nullable CachedValue present() {
		return (this.cache != null && this.key != null) ? this.cache.held(this.key) : null;
	}

	/**
	 * Returns how it answered.
	 * @return {@link Result#NONE} if nothing was asked
	 */
	public Result result() {
		return this.result;
	}

	/**
	 * Ways in which a cache answers.
	 */
	public enum Result {

		/**
		 * It was not asked.
		 */
		NONE,

		/**
		 * It had the value.
		 */
		HIT,

		/**
		 * It did not have the value, and the caller loaded it itself.
		 */
		MISS,

		/**
		 * It did not have the value, and the caller waited for another's load.
		 */
		SHARED,

		/**
		 * It was asleep, and the caller loaded the value itself or waited for another's
		 * load.
		 */
		BYPASS,

		/**
		 * It had a value past its time, which could not be loaded anew.
		 */
		STALE

	}

}
