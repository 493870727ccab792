package dev.yoil.ehcache;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.support.BlockedLoad;
import dev.yoil.support.FakeTransactions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@Timeout(30)
class EvictIfTests {

	private static final Predicate<Object> USERS = (key) -> key.toString().startsWith("user/");

	private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

	private final TestCaches caches = TestCaches.transactional(100, "ttl='200s'");

	private final Cache cache = this.caches.manager().getCache("cache");

	private final BulkOperations bulk = BulkOperations.of(this.cache);

	private final TransactionTemplate transaction = new TransactionTemplate(new FakeTransactions());

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void removesMatchingKeysOnly() {
		this.cache.put("user/1", "one");
		this.cache.put("user/2", "two");
		this.cache.put("order/1", "one");
		this.bulk.evictIf(USERS);
		assertThat(this.cache.get("user/1")).isNull();
		assertThat(this.cache.get("user/2")).isNull();
		assertThat(this.cache.get("order/1")).isNotNull();
		assertThat(this.caches.cache().statistics().removalRequests()).isEqualTo(2);
	}

	@Test
	void voidsLoadsOfMatchingKeysOnly() {
		BlockedLoad matching = new BlockedLoad(this.caches.cache(), "user/1", "old");
		BlockedLoad other = new BlockedLoad(this.caches.cache(), "order/1", "old");
		this.bulk.evictIf(USERS);
		assertThat(this.cache.get("user/1", () -> "new")).isEqualTo("new");
		matching.end();
		other.end();
		assertThat(this.cache.get("user/1", String.class)).isEqualTo("new");
		assertThat(this.cache.get("order/1", String.class)).isEqualTo("old");
	}

	@Test
	void takesEffectAfterTheCommitAndIsSeenAtOnceByTheTransaction() {
		this.cache.put("user/1", "before");
		this.cache.put("order/1", "before");
		this.transaction.executeWithoutResult((status) -> {
			this.cache.put("user/2", "dropped");
			this.cache.put("order/2", "kept");
			this.bulk.evictIf(USERS);
			this.cache.put("user/3", "later");
			assertThat(this.cache.get("user/1")).isNull();
			assertThat(this.cache.get("user/2")).isNull();
			assertThat(this.cache.get("user/3", String.class)).isEqualTo("later");
			assertThat(this.cache.get("order/1", String.class)).isEqualTo("before");
			assertThat(this.caches.cache().peek("user/1")).as("by others").isNotNull();
		});
		assertThat(this.cache.get("user/1")).isNull();
		assertThat(this.cache.get("user/2")).isNull();
		assertThat(this.cache.get("user/3", String.class)).isEqualTo("later");
		assertThat(this.cache.get("order/2", String.class)).isEqualTo("kept");
	}

	@Test
	void keepsALaterPutOfTheSameTransaction() {
		this.cache.put("user/1", "before");
		this.transaction.executeWithoutResult((status) -> {
			this.bulk.evictIf(USERS);
			this.cache.put("user/1", "after");
		});
		assertThat(this.cache.get("user/1", String.class)).isEqualTo("after");
	}

	@Test
	void keepsTheOrderOfWrites() {
		this.cache.put("order/1", "before");
		this.cache.put("user/1", "before");
		this.transaction.executeWithoutResult((status) -> {
			this.cache.evict("order/1");
			this.bulk.evictIf(USERS);
		});
		assertThat(TestCaches.removals(this.caches.cache())).extracting(Removal::key)
			.containsExactly("user/1", "order/1");
	}

	@Test
	void hasNoEffectAfterARollback() {
		this.cache.put("user/1", "before");
		this.transaction.executeWithoutResult((status) -> {
			Object savepoint = new Object();
			this.caches.cache().writes().pending().savepoint(savepoint);
			this.bulk.evictIf(USERS);
			this.caches.cache().writes().pending().savepointRollback(savepoint);
			assertThat(this.cache.get("user/1")).as("after a rollback to the savepoint").isNotNull();
			this.bulk.evictIf(USERS);
			status.setRollbackOnly();
		});
		assertThat(this.cache.get("user/1", String.class)).isEqualTo("before");
	}

	@Test
	void clearsTheCacheIfTheTestFailsAfterTheCommit() {
		this.cache.put("user/1", "before");
		this.transaction.executeWithoutResult((status) -> this.bulk.evictIf((key) -> {
			throw new IllegalStateException("broken");
		}));
		assertThat(this.cache.get("user/1")).isNull();
		assertThat(this.caches.cache().statistics().failedWrites()).isOne();
	}

	@Test
	void worksBehindAWrapper() {
		Cache wrapper = (Cache) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Cache.class },
				(proxy, method, arguments) -> method.invoke(this.cache, arguments));
		this.cache.put("user/1", "before");
		this.transaction.executeWithoutResult((status) -> {
			BulkOperations.of(wrapper).evictIf(USERS);
			assertThat(this.caches.cache().peek("user/1")).as("before the commit").isNotNull();
		});
		assertThat(this.cache.get("user/1")).isNull();
		assertThatIllegalArgumentException().isThrownBy(() -> BulkOperations.of(new ConcurrentMapCache("foreign")))
			.withMessageStartingWith("Cache 'foreign' of type ");
	}

	@Test
	void keepsPendingEvictionsIfTheTestOfEvictIfFails() {
		try (TestCaches caches = TestCaches.transactional(10, "ttl='200s'")) {
			Cache cache = caches.manager().getCache("cache");
			cache.put("user/1", "old");
			new TransactionTemplate(new FakeTransactions()).executeWithoutResult((status) -> {
				cache.evict("user/1");
				cache.evict(5);
				assertThatExceptionOfType(ClassCastException.class)
					.isThrownBy(() -> BulkOperations.of(cache).evictIf((key) -> ((String) key).startsWith("user/")));
			});
			assertThat(cache.get("user/1")).as("evicted and committed").isNull();
		}
	}

	/**
	 * The hash code of a key is calculated in the midst of its removal.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "for bytes", "for a smaller capacity", "by until" })
	void findsEachEntryThatALookupFindsDuringItsRemoval(String removal) {
		try (TestCaches caches = TestCaches.of(cacheFor(removal))) {
			EhCacheCache cache = caches.cache();
			Watched key = new Watched();
			cache.put(key, "value");
			List<Boolean> missed = new ArrayList<>();
			key.whenHashed = () -> {
				Instant now = caches.clock().instant();
				caches.clock().set(NOON);
				missed.add(cache.get(key) != null && !isIndexed(cache, key));
				caches.clock().set(now);
			};
			caches.clock().advance(Duration.ofMillis(1));
			switch (removal) {
				case "for bytes" -> cache.put(key, new byte[3_000]);
				case "for a smaller capacity" -> {
					cache.put("other", "new");
					caches.apply(cacheFor(removal).replace("<heap>2<", "<heap>1<"));
				}
				default -> {
					caches.clock().set(NOON.plus(Duration.ofDays(1)));
					cache.get(key);
				}
			}
			assertThat(isIndexed(cache, key)).isFalse();
			assertThat(missed).isNotEmpty().doesNotContain(true);
		}
	}

	private static String cacheFor(String removal) {
		String heap = removal.equals("for bytes") ? "<heap unit='B'>2000</heap>" : "<heap>2</heap>";
		return "<cache alias='cache'>" + heap + "<y:policy until='0 0 0 * * *' zone='UTC'/></cache>";
	}

	private static boolean isIndexed(EhCacheCache cache, Object key) {
		return StreamSupport.stream(cache.index().all().spliterator(), false).anyMatch((entry) -> entry.key() == key);
	}

	/** A key that tells when its hash code is calculated. */
	private static final class Watched {

		private @Nullable Runnable whenHashed;

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			Runnable action = this.whenHashed;
			if (action != null) {
				this.whenHashed = null;
				action.run();
				this.whenHashed = action;
			}
			return 1;
		}

	}

}
