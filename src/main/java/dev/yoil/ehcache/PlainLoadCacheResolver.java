package dev.yoil.ehcache;

import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.cache.interceptor.SimpleCacheResolver;

/**
 * Finds the caches of each call of an annotated method; those of {@code @Cacheable}
 * without {@code sync} it makes for that call alone. Thread-safe.
 */
final class PlainLoadCacheResolver extends SimpleCacheResolver {

	private final CacheManager target;

	/**
	 * Creates a resolver.
	 * @param manager finds the caches, which it may have decorated
	 * @param target has them without that
	 */
	PlainLoadCacheResolver(CacheManager manager, CacheManager target) {
		super(manager);
		this.target = target;
	}

	@Override
	public Collection<? extends Cache> resolveCaches(CacheOperationInvocationContext<?> context) {
		Collection<? extends Cache> caches = super.resolveCaches(context);
		return (context.getOperation() instanceof CacheableOperation loading && !loading.isSync())
				? caches.stream().map(this::forOneCall).toList() : caches;
	}

	private Cache forOneCall(Cache cache) {
		Function<Object, Consumer<@Nullable Object>> loads = loads(cache);
		if (loads != null) {
			return new PlainLoadCache(cache, loads);
		}
		Cache own = this.target.getCache(cache.getName());
		Function<Object, Consumer<@Nullable Object>> decorated = (own != null
				&& own.getNativeCache() == cache.getNativeCache()) ? loads(own) : null;
		if (own == null || decorated == null) {
			return cache;
		}
		return new PlainLoadCache(cache, (key) -> {
			DecoratedLoad load = new DecoratedLoad(own, key, decorated.apply(key));
			return (value) -> load.put(cache, value);
		});
	}

	private static @Nullable Function<Object, Consumer<@Nullable Object>> loads(Cache cache) {
		if (cache instanceof TransactionalCache transactional) {
			return transactional::beginLoad;
		}
		return (cache instanceof EhCacheCache plain) ? (key) -> new PlainLoad(plain, key) : null;
	}

}
