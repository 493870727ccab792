package dev.yoil.bench;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import javax.cache.CacheManager;
import javax.cache.Caching;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.ExpiryPolicyBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.jsr107.Eh107Configuration;

import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.jcache.JCacheCache;
import org.springframework.core.io.ByteArrayResource;

/**
 * The caches that are compared.
 */
public enum Competitor {

	/**
	 * The one of this repository.
	 */
	OURS("Yoil", "from XML: ttl, tti, capacity, counts, index", Competitor::ours),

	/**
	 * What it is built on.
	 */
	NATIVE("Ehcache 3", "native, no Spring: ttl, tti, capacity", NativeSubject::new),

	/**
	 * Spring's way to Ehcache 3.
	 */
	JCACHE("JCacheCache", "Spring's, over Ehcache 3: tti, capacity, counts; no ttl beside a tti in JSR-107",
			Competitor::jcache),

	/**
	 * Spring's way to Caffeine.
	 */
	CAFFEINE("CaffeineCache", "Spring's, over Caffeine: ttl, tti, capacity, counts", Competitor::caffeine),

	/**
	 * Spring's own.
	 */
	MAP("ConcurrentMapCache", "Spring's: no expiry, no capacity, no counts", Competitor::map);

	private final String title;

	private final String has;

	private final Supplier<Subject> opened;

	Competitor(String title, String has, Supplier<Subject> opened) {
		this.title = title;
		this.has = has;
		this.opened = opened;
	}

	String title() {
		return this.title;
	}

	/**
	 * The features of the cache, because they explain its cost.
	 */
	String has() {
		return this.has;
	}

	/**
	 * Opens an empty cache, which lives as long as its JVM.
	 */
	Subject open() {
		return this.opened.get();
	}

	private static Subject ours() {
		String xml = """
				<config xmlns="http://www.ehcache.org/v3" xmlns:y="urn:yoil:ehcache-policy">
				  <cache alias="subject">
				    <heap unit="entries">%d</heap>
				    <y:policy ttl="%2$ds" tti="%2$ds" eviction="LRU"/>
				  </cache>
				</config>
				""".formatted(Subject.CAPACITY, Subject.SECONDS);
		EhCacheCacheManager manager = new EhCacheCacheManager(
				EhcacheXml.read("bench.xml", new ByteArrayResource(xml.getBytes(StandardCharsets.UTF_8))),
				Clock.systemUTC());
		manager.afterPropertiesSet();
		return new SpringSubject(manager.caches().get(0));
	}

	private static Subject jcache() {
		CacheManager manager = Caching.getCachingProvider().getCacheManager();
		javax.cache.Cache<Object, Object> cache = manager
			.createCache("subject", Eh107Configuration.fromEhcacheCacheConfiguration(CacheConfigurationBuilder
				.newCacheConfigurationBuilder(Object.class, Object.class, ResourcePoolsBuilder.heap(Subject.CAPACITY))
				.withExpiry(ExpiryPolicyBuilder.timeToIdleExpiration(java.time.Duration.ofSeconds(Subject.SECONDS)))));
		manager.enableStatistics("subject", true);
		return new SpringSubject(new JCacheCache(cache));
	}

	private static Subject caffeine() {
		return new SpringSubject(new CaffeineCache("subject",
				Caffeine.newBuilder()
					.expireAfterWrite(Subject.SECONDS, TimeUnit.SECONDS)
					.expireAfterAccess(Subject.SECONDS, TimeUnit.SECONDS)
					.maximumSize(Subject.CAPACITY)
					.recordStats()
					.build()));
	}

	private static Subject map() {
		return new SpringSubject(new ConcurrentMapCache("subject")) {
			@Override
			public void makeRoom(Object key) {
				this.cache.evict(key);
			}
		};
	}

}
