package dev.yoil.ehcache;

import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.statistics.CacheStatistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class EhCacheCacheContractTests extends CacheContract {

	private final EhCacheCache cache = this.caches.cache();

	EhCacheCacheContractTests() {
		super(TestCaches.of(100, "ttl='200s'"));
	}

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void hasANameAndANativeCache() {
		assertThat(this.cache.getName()).isEqualTo("cache");
		assertThat((Object) this.cache.getNativeCache()).isInstanceOf(org.ehcache.Cache.class);
		assertThat((Object) this.cache.unwrap(org.ehcache.Cache.class)).isSameAs(this.cache.getNativeCache());
	}

	@Test
	void loadsAsynchronously() {
		CompletableFuture<String> value = new CompletableFuture<>();
		CompletableFuture<String> first = this.cache.retrieve("key", () -> value);
		CompletableFuture<String> second = this.cache.retrieve("key", () -> CompletableFuture.completedFuture("other"));
		assertThat(first).isNotDone();
		value.complete("loaded");
		assertThat(first).isCompletedWithValue("loaded");
		assertThat(second).isCompletedWithValue("loaded");
		assertThat(this.cache.get("key", String.class)).isEqualTo("loaded");
	}

	@Test
	void countsOperations() {
		this.cache.get("key");
		this.cache.put("key", 1);
		this.cache.put("key", 2);
		this.cache.get("key");
		this.cache.get("key", Integer.class);
		this.cache.get("key", () -> 3);
		this.cache.get("loaded", () -> 4);
		this.cache.putIfAbsent("key", 5);
		this.cache.evict("key");
		this.cache.evict("key");
		this.cache.clear();
		assertThat(this.cache.statistics())
			.extracting(CacheStatistics::hits, CacheStatistics::misses, CacheStatistics::puts,
					CacheStatistics::evictions, CacheStatistics::expirations, CacheStatistics::explicitRemovals)
			.containsExactly(4L, 2L, 3L, 0L, 0L, 2L);
	}

	@Test
	void isClosedWithItsManager() {
		this.caches.manager().destroy();
		this.caches.manager().destroy();
		assertThatIllegalStateException().isThrownBy(() -> this.cache.get("key"));
	}

}
