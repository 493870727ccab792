package dev.yoil.ehcache;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;

/**
 * The value of a load on its way through what decorates a cache, such as a wrapper that
 * traces calls. The thread that puts it carries the load, since all that arrives at the
 * cache is a {@code put}, which would count as a write.
 */
record DecoratedLoad(Cache cache, Object key, Consumer<@Nullable Object> load) {

	private static final ThreadLocal<@Nullable DecoratedLoad> CURRENT = new ThreadLocal<>();

	/**
	 * Puts the value by way of the decorator. If that does not call the cache in this
	 * thread, nothing is stored by the load.
	 */
	void put(Cache decorator, @Nullable Object value) {
		CURRENT.set(this);
		try {
			decorator.put(this.key, value);
		}
		finally {
			CURRENT.remove();
		}
	}

	/**
	 * Takes a value that arrived at a cache as that of the calling thread's load.
	 * @return whether it was one; else it is a write
	 */
	static boolean take(Cache cache, Object key, @Nullable Object value) {
		DecoratedLoad current = CURRENT.get();
		if (current == null || current.cache != cache || !current.key.equals(key)) {
			return false;
		}
		CURRENT.remove();
		current.load.accept(value);
		return true;
	}

}
