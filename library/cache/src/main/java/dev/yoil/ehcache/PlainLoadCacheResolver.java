package dev.yoil.ehcache;

import java.util.Collection;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.cache.interceptor.SimpleCacheResolver;

/**
 * Resolver of the caches of annotated methods. Each call of a {@code @Cacheable} method
 * without {@code sync} gets a {@link PlainLoadCache} of its own. Thread-safe.
 */
final class PlainLoadCacheResolver extends SimpleCacheResolver {

	/** Has the caches without the wrappers that the other manager may add. */
	private final CacheManager target;

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
		Cache own = (cache instanceof TypedCache) ? cache : this.target.getCache(cache.getName());
		return (own instanceof TypedCache typed && own.getNativeCache() == cache.getNativeCache())
				? new PlainLoadCache(cache, typed) : cache;
	}

}
