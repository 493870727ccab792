package dev.yoil.ehcache;

import java.util.Collection;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.cache.interceptor.SimpleCacheResolver;

/**
 * The cache that one call of a {@code @Cacheable} method without {@code sync} sees.
 * Spring looks for the value, runs the method and puts its result, maybe in another
 * thread. After a miss, that {@code put} is a load and not a write.
 */
final class PlainLoadCache implements Cache {

	/** The target, or a wrapper around it. */
	private final Cache cache;

	private final TypedCache target;

	private volatile @Nullable PlainLoad load;

	PlainLoadCache(Cache cache, TypedCache target) {
		this.cache = cache;
		this.target = target;
	}

	@Override
	public @Nullable ValueWrapper get(Object key) {
		ValueWrapper found = this.cache.get(key);
		if (found == null) {
			this.load = this.target.beginLoad(key);
		}
		return found;
	}

	@Override
	public @Nullable CompletableFuture<?> retrieve(Object key) {
		CompletableFuture<?> found = this.cache.retrieve(key);
		if (found == null) {
			this.load = this.target.beginLoad(key);
		}
		return found;
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		PlainLoad begun = this.load;
		if (begun != null && begun.key().equals(key)) {
			this.load = null;
			begun.put(this.cache, value);
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

	/**
	 * Resolver of the caches of annotated methods. Each call of a {@code @Cacheable}
	 * method without {@code sync} gets a cache of its own. Thread-safe.
	 */
	static final class Resolver extends SimpleCacheResolver {

		/** Returns a present cache without the wrappers that the manager may add. */
		private final Function<String, @Nullable Cache> targets;

		Resolver(CacheManager manager, Function<String, @Nullable Cache> targets) {
			super(manager);
			this.targets = targets;
		}

		@Override
		public Collection<? extends Cache> resolveCaches(CacheOperationInvocationContext<?> context) {
			Collection<? extends Cache> caches = super.resolveCaches(context);
			return (context.getOperation() instanceof CacheableOperation loading && !loading.isSync())
					? caches.stream().map(this::forOneCall).toList() : caches;
		}

		private Cache forOneCall(Cache cache) {
			Cache own = (cache instanceof TypedCache) ? cache : this.targets.apply(cache.getName());
			return (own instanceof TypedCache typed && own.getNativeCache() == cache.getNativeCache())
					? new PlainLoadCache(cache, typed) : cache;
		}

	}

}
