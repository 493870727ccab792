package dev.yoil.ehcache;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.policy.ExpiryCause;
import dev.yoil.ehcache.policy.ValueExpiry;
import dev.yoil.ehcache.spi.Validity;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.support.FakeClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache.ValueRetrievalException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
class ValueExpiryTests {

	private final FakeClock clock = new FakeClock();

	private EhCacheCacheManager manager;

	@AfterEach
	void close() {
		this.manager.destroy();
	}

	@Test
	void shortensTheLifeOfAValue() {
		EhCacheCache cache = cache("ttl='200s'",
				(name, key, token, loadedAt) -> "short".equals(token) ? loadedAt.plusSeconds(5) : null);
		cache.get("loaded", () -> "short");
		cache.put("put", "short");
		cache.putIfAbsent("other", "long");
		assertThat(cache.index().expiry(cache.index().find("loaded")).by()).isEqualTo(ExpiryCause.VALUE);
		this.clock.advance(Duration.ofMillis(4_999));
		assertThat(cache.get("loaded", String.class)).isEqualTo("short");
		this.clock.advance(Duration.ofMillis(1));
		assertThat(cache.get("loaded")).isNull();
		assertThat(cache.get("put")).isNull();
		assertThat(cache.get("other", String.class)).isEqualTo("long");
		assertThat(TestCaches.removals(cache)).extracting(Removal::cause).containsOnly(RemovalCause.EXPIRED_VALUE);
	}

	@Test
	void doesNotProlongTheLifeOfAValue() {
		EhCacheCache cache = cache("ttl='5s'", (name, key, token, loadedAt) -> loadedAt.plusSeconds(60));
		cache.put("key", "value");
		assertThat(cache.index().expiry(cache.index().find("key")).by()).isEqualTo(ExpiryCause.TTL);
		this.clock.advance(Duration.ofSeconds(5));
		assertThat(cache.get("key")).isNull();
	}

	@Test
	void isNotExtendedByAccess() {
		EhCacheCache cache = cache("tti='200s'", (name, key, token, loadedAt) -> loadedAt.plusSeconds(5));
		cache.put("key", "value");
		this.clock.advance(Duration.ofSeconds(3));
		assertThat(cache.get("key")).isNotNull();
		this.clock.advance(Duration.ofSeconds(2));
		assertThat(cache.get("key")).isNull();
	}

	@Test
	void countsFromBeforeItWasDetermined() {
		EhCacheCache cache = cache("ttl='200s'", (name, key, token, loadedAt) -> {
			this.clock.advance(Duration.ofSeconds(2));
			return loadedAt.plusSeconds(5);
		});
		cache.put("key", "value");
		this.clock.advance(Duration.ofMillis(2_999));
		assertThat(cache.get("key")).isNotNull();
		this.clock.advance(Duration.ofMillis(1));
		assertThat(cache.get("key")).isNull();
	}

	@Test
	void isNotServedAsAStaleValue() {
		Instant end = this.clock.instant().plusSeconds(15);
		EhCacheCache cache = cache("ttl='10s' stale-if-error='10m'", (name, key, token, loadedAt) -> end);
		cache.put("key", "value");
		this.clock.advance(Duration.ofSeconds(10));
		assertThat(failing(cache)).isEqualTo("value");
		this.clock.advance(Duration.ofSeconds(5));
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> failing(cache));
	}

	@Test
	void seesCacheKeyAndNull() {
		EhCacheCache cache = cache("ttl='200s'",
				(name, key, token, loadedAt) -> ("cache".equals(name) && "key".equals(key) && token == null)
						? loadedAt.plusSeconds(1) : null);
		cache.get("key", () -> null);
		assertThat(cache.get("key")).isNotNull();
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(cache.get("key")).isNull();
	}

	@Test
	void doesNotCacheAValueThatHasExpiredOrFails(CapturedOutput output) {
		EhCacheCache cache = cache("ttl='200s' stale-if-error='10m'", (name, key, token, loadedAt) -> {
			if ("fails".equals(token)) {
				throw new IllegalStateException("no expiry");
			}
			return loadedAt.minusSeconds(1);
		});
		assertThat(cache.get("key", () -> "past")).isEqualTo("past");
		cache.put("other", "fails");
		cache.put("other", "fails");
		assertThat(cache.get("key")).as("in the same millisecond").isNull();
		assertThat(cache.get("other")).isNull();
		assertThat(output).containsOnlyOnce("Values of cache 'cache' are not cached");
	}

	private static Object failing(EhCacheCache cache) {
		return cache.get("key", () -> {
			throw new IllegalStateException("no source");
		});
	}

	private EhCacheCache cache(String policy, ValueExpiry values) {
		this.manager = new EhCacheCacheManager(xml(policy), this.clock);
		this.manager.setValueExpiry(values);
		this.manager.afterPropertiesSet();
		return this.manager.caches().get(0);
	}

	private static EhcacheXml xml(String policy) {
		return TestCaches
			.read(TestCaches.HEAD + "<cache alias='cache'><heap>10</heap><y:policy " + policy + "/></cache></config>");
	}

	@Test
	void asksOnceForTheExpiryOfAValue() {
		AtomicInteger asked = new AtomicInteger();
		EhCacheCache cache = cache("ttl='200s'", (name, key, value, loadedAt) -> {
			asked.incrementAndGet();
			return null;
		});
		cache.get("key", () -> "value");
		assertThat(asked).hasValue(1);
	}

	@Test
	void cachesAValueThatNeverEnds() {
		EhCacheCache cache = cache("ttl='200s'", (name, key, value, loadedAt) -> Instant.MAX);
		cache.put("key", "value");
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(cache.get("key")).isNotNull();
	}

	@Test
	void keepsNoOldValueIfTheExpiryFailsWithAnError() {
		EhCacheCache cache = cache("ttl='200s'", (name, key, value, loadedAt) -> {
			if ("new".equals(value)) {
				throw new NoClassDefFoundError("planted");
			}
			return null;
		});
		cache.put("key", "old");
		cache.put("key", "new");
		assertThat(cache.get("other", () -> "new")).isEqualTo("new");
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(cache.get("key")).isNull();
	}

	@Test
	void endsAValueByTheWallClock() {
		Instant end = this.clock.instant().plusSeconds(60);
		this.manager = new EhCacheCacheManager(xml("ttl='24h'"), new ElapsedTime(this.clock, this.clock::nanoTime),
				Runnable::run, Validity.local());
		this.manager.setValueExpiry((name, key, value, loadedAt) -> end);
		this.manager.afterPropertiesSet();
		EhCacheCache cache = this.manager.caches().get(0);
		cache.put("key", "token");
		// As after a suspend.
		this.clock.set(this.clock.instant().plus(Duration.ofHours(8)));
		assertThat(cache.get("key")).as("a token that ended 8 h ago").isNull();
	}

}
