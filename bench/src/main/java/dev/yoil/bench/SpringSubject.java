package dev.yoil.bench;

import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;

/**
 * A Spring cache, called as {@code @Cacheable} calls it.
 */
class SpringSubject implements Subject {

	final Cache cache;

	SpringSubject(Cache cache) {
		this.cache = cache;
	}

	@Override
	public final @Nullable Object get(Object key) {
		Cache.ValueWrapper found = this.cache.get(key);
		return (found != null) ? found.get() : null;
	}

	@Override
	public final @Nullable Object get(Object key, Callable<Object> loader) {
		return this.cache.get(key, loader);
	}

	@Override
	public final void put(Object key, Object value) {
		this.cache.put(key, value);
	}

}
