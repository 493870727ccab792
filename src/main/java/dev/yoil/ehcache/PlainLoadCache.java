package dev.yoil.ehcache;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;

/**
 * A cache as one call of a {@code @Cacheable} method sees it that has no {@code sync}:
 * Spring looks for the value, runs the method and puts what that gives, maybe in another
 * thread. What is put after a miss of the same key is the value of a load, not a write.
 * For that one call.
 */
final class PlainLoadCache implements Cache {

	private final Cache cache;

	private final Function<Object, Consumer<@Nullable Object>> loads;

	private volatile @Nullable Begun begun;

	PlainLoadCache(Cache cache, Function<Object, Consumer<@Nullable Object>> loads) {
		this.cache = cache;
		this.loads = loads;
	}

	@Override
	public @Nullable ValueWrapper get(Object key) {
		ValueWrapper found = this.cache.get(key);
		if (found == null) {
			begin(key);
		}
		return found;
	}

	@Override
	public @Nullable CompletableFuture<?> retrieve(Object key) {
		CompletableFuture<?> found = this.cache.retrieve(key);
		if (found == null) {
			begin(key);
		}
		return found;
	}

	private void begin(Object key) {
		this.begun = new Begun(key, this.loads.apply(key));
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		Begun load = this.begun;
		if (load != null && load.key().equals(key)) {
			this.begun = null;
			load.loaded().accept(value);
		}
		else {
			this.cache.put(key, value);
		}
	}

	@Override
	public String getName() {
		return this.cache.getName();
	}

	@Override
	public Object getNativeCache() {
		return this.cache.getNativeCache();
	}

	@Override
	public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
		return this.cache.get(key, type);
	}

	@Override
	public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
		return this.cache.get(key, valueLoader);
	}

	@Override
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> valueLoader) {
		return this.cache.retrieve(key, valueLoader);
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		return this.cache.putIfAbsent(key, value);
	}

	@Override
	public void evict(Object key) {
		this.cache.evict(key);
	}

	@Override
	public boolean evictIfPresent(Object key) {
		return this.cache.evictIfPresent(key);
	}

	@Override
	public void clear() {
		this.cache.clear();
	}

	@Override
	public boolean invalidate() {
		return this.cache.invalidate();
	}

	private record Begun(Object key, Consumer<@Nullable Object> loaded) {
	}

}
