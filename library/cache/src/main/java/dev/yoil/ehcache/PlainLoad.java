package dev.yoil.ehcache;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;

/**
 * A load that one caller runs for itself: that of {@code @Cacheable} without
 * {@code sync}. Its value arrives at the cache as a {@code put}, maybe through a cache
 * that a library has wrapped around ours. The thread carries the load on that way, so
 * that the cache does not count the {@code put} as a write.
 *
 * @param cache the cache that takes the value
 * @param key the key
 * @param store stores the value, unless the key was written since the load began
 */
record PlainLoad(Cache cache, Object key, Consumer<Object> store) {

	private static final ThreadLocal<@Nullable PlainLoad> ARRIVING = new ThreadLocal<>();

	/**
	 * Puts the value. A wrapper that does not call the cache in this thread stores
	 * nothing, or stores by a write.
	 */
	void put(Cache wrapper, @Nullable Object value) {
		ARRIVING.set(this);
		try {
			wrapper.put(this.key, value);
		}
		finally {
			ARRIVING.remove();
		}
	}

	/**
	 * Takes the load whose value arrives at a cache in the calling thread.
	 * @return {@code null} if the value is that of a write
	 */
	static @Nullable PlainLoad take(Cache cache, Object key) {
		PlainLoad load = ARRIVING.get();
		if (load == null || load.cache != cache || !load.key.equals(key)) {
			return null;
		}
		ARRIVING.remove();
		return load;
	}

}
