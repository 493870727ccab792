package dev.yoil.ehcache.boot;

import java.time.Clock;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.TestCaches;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinderCompatibilityKit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/**
 * Micrometer's compatibility kit for cache meters.
 */
class EhCacheMetricsCompatibilityTests extends CacheMeterBinderCompatibilityKit<EhCacheCache> {

	private @Nullable EhCacheCacheManager manager;

	@Override
	public EhCacheCache createCache() {
		EhCacheCacheManager manager = new EhCacheCacheManager(
				TestCaches.read(TestCaches.HEAD + "<cache alias='mycache'><heap>10</heap></cache></config>"),
				Clock.systemUTC());
		manager.afterPropertiesSet();
		this.manager = manager;
		return manager.caches().get(0);
	}

	@AfterEach
	void closeManager() {
		if (this.manager != null) {
			this.manager.destroy();
		}
	}

	@Override
	public void dereferenceCache() {
		super.dereferenceCache();
		closeManager();
		this.manager = null;
	}

	@Override
	public CacheMeterBinder<EhCacheCache> binder() {
		return new EhCacheMetrics(this.cache, Tags.empty(), null);
	}

	@Override
	public void put(String key, String value) {
		this.cache.put(key, value);
	}

	@Override
	public @Nullable String get(String key) {
		return this.cache.get(key, String.class);
	}

}
