package dev.yoil.ehcache.comparison;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

import javax.cache.Caching;
import javax.cache.spi.CachingProvider;

import dev.yoil.ehcache.EhCacheCacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.ExpiryPolicyBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.jsr107.Eh107Configuration;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.cache.jcache.JCacheCacheManager;
import org.springframework.core.io.ByteArrayResource;

/**
 * The compared caches: ours, and the one that Spring Boot configures with JCache.
 */
final class ComparedCaches implements AutoCloseable {

	private static final int CAPACITY = 10_000;

	private final CachingProvider provider = Caching.getCachingProvider("org.ehcache.jsr107.EhcacheCachingProvider");

	private final EhCacheCacheManager manager = new EhCacheCacheManager(new ByteArrayResource("""
			<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>
				<cache alias='cache'><heap>%d</heap><y:policy ttl='200s'/></cache>
			</config>""".formatted(CAPACITY).getBytes(StandardCharsets.UTF_8)));

	ComparedCaches() {
		this.manager.afterPropertiesSet();
	}

	Cache ours() {
		return Objects.requireNonNull(this.manager.getCache("cache"));
	}

	CacheResolver ourResolver() {
		return this.manager.cacheResolver();
	}

	Cache jcache() {
		return Objects.requireNonNull(jcacheManager().getCache("cache"));
	}

	CacheResolver jcacheResolver() {
		return new SimpleCacheResolver(jcacheManager());
	}

	private CacheManager jcacheManager() {
		javax.cache.CacheManager manager = this.provider.getCacheManager();
		if (manager.getCache("cache") == null) {
			manager.createCache("cache",
					Eh107Configuration.fromEhcacheCacheConfiguration(CacheConfigurationBuilder
						.newCacheConfigurationBuilder(Object.class, Object.class, ResourcePoolsBuilder.heap(CAPACITY))
						.withExpiry(ExpiryPolicyBuilder.timeToLiveExpiration(Duration.ofSeconds(200)))));
		}
		JCacheCacheManager jcache = new JCacheCacheManager(manager);
		jcache.afterPropertiesSet();
		return jcache;
	}

	@Override
	public void close() {
		this.manager.destroy();
		this.provider.close();
	}

}
