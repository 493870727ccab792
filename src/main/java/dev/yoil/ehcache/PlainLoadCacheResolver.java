package dev.yoil.ehcache;

import java.util.Collection;

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

	PlainLoadCacheResolver(CacheManager manager) {
		super(manager);
	}

	@Override
	public Collection<? extends Cache> resolveCaches(CacheOperationInvocationContext<?> context) {
		Collection<? extends Cache> caches = super.resolveCaches(context);
		return (context.getOperation() instanceof CacheableOperation loading && !loading.isSync())
				? caches.stream().map(PlainLoadCacheResolver::forOneCall).toList() : caches;
	}

	private static Cache forOneCall(Cache cache) {
		if (cache instanceof TransactionalCache transactional) {
			return new PlainLoadCache(cache, transactional::beginLoad);
		}
		return (cache instanceof EhCacheCache plain) ? new PlainLoadCache(cache, (key) -> new PlainLoad(plain, key))
				: cache;
	}

}
