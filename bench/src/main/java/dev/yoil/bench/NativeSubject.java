package dev.yoil.bench;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

import org.ehcache.Cache;
import org.ehcache.CacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.expiry.ExpiryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Ehcache 3 without Spring, with time to live and time to idle together. Ehcache does not
 * expose the age of an entry, so each value carries its time of storing.
 */
final class NativeSubject implements Subject {

	private static final String NAME = "subject";

	private final Cache<Object, Stored> cache;

	NativeSubject() {
		CacheManager manager = CacheManagerBuilder.newCacheManagerBuilder()
			.withCache(NAME,
					CacheConfigurationBuilder
						.newCacheConfigurationBuilder(Object.class, Stored.class, ResourcePoolsBuilder.heap(CAPACITY))
						.withExpiry(new LiveAndIdle(Duration.ofSeconds(SECONDS), Duration.ofSeconds(SECONDS))))
			.build(true);
		this.cache = manager.getCache(NAME, Object.class, Stored.class);
	}

	@Override
	public @Nullable Object get(Object key) {
		Stored found = this.cache.get(key);
		return (found != null) ? found.value() : null;
	}

	/**
	 * Loads without locking: unlike the other caches, two threads may load the same key.
	 */
	@Override
	public @Nullable Object get(Object key, Callable<Object> loader) {
		Object found = get(key);
		return (found != null) ? found : load(key, loader);
	}

	private Object load(Object key, Callable<Object> loader) {
		try {
			Object value = loader.call();
			put(key, value);
			return value;
		}
		catch (Exception ex) {
			throw new IllegalStateException("Loader failed", ex);
		}
	}

	@Override
	public void put(Object key, Object value) {
		this.cache.put(key, new Stored(value, System.currentTimeMillis()));
	}

	private record Stored(Object value, long createdAt) {
	}

	/** A policy that ends an entry at the earlier of TTL and TTI. */
	private record LiveAndIdle(Duration ttl, Duration tti) implements ExpiryPolicy<Object, Stored> {

		@Override
		public Duration getExpiryForCreation(Object key, Stored value) {
			return (this.ttl.compareTo(this.tti) < 0) ? this.ttl : this.tti;
		}

		@Override
		public Duration getExpiryForAccess(Object key, Supplier<? extends Stored> value) {
			long left = value.get().createdAt() + this.ttl.toMillis() - System.currentTimeMillis();
			return (left >= this.tti.toMillis()) ? this.tti : Duration.ofMillis(Math.max(left, 0));
		}

		@Override
		public Duration getExpiryForUpdate(Object key, Supplier<? extends Stored> replaced, Stored value) {
			return getExpiryForCreation(key, value);
		}

	}

}
