package dev.yoil.ehcache;

import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.statistics.Removal;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Writes in transactions. "Others" are threads without a transaction.
 */
@Timeout(30)
class TransactionTests {

	private final TestCaches caches = TestCaches.transactional(100, "ttl='200s'");

	private final Cache cache = this.caches.manager().getCache("cache");

	private final JdbcTransactionManager transactions = new JdbcTransactionManager(database());

	private final TransactionTemplate transaction = new TransactionTemplate(this.transactions);

	private final ExecutorService other = Executors.newSingleThreadExecutor();

	@AfterEach
	void close() {
		this.other.shutdownNow();
		this.caches.close();
		assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("writes")
	void writeTakesEffectAfterTheCommit(String name, Write write, String after, String afterOther) {
		this.cache.put("key", "before");
		this.cache.put("other", "before");
		this.transaction.executeWithoutResult((status) -> {
			write.to(this.cache);
			assertThat(seenByOthers("key")).isEqualTo("before");
			assertThat(seenByOthers("other")).isEqualTo("before");
			assertThat(this.cache.get("key", String.class)).as("in the transaction").isEqualTo(after);
			assertThat(this.cache.get("other", String.class)).as("in the transaction").isEqualTo(afterOther);
		});
		assertThat(this.cache.get("key", String.class)).isEqualTo(after);
		assertThat(seenByOthers("key")).isEqualTo(after);
		assertThat(seenByOthers("other")).isEqualTo(afterOther);
	}

	@Test
	void appliesWritesInTheOrderOfTheirLastCalls() {
		this.cache.put("key", "before");
		this.cache.put("made of it", "before");
		this.transaction.executeWithoutResult((status) -> {
			this.cache.evict("made of it");
			this.cache.evict("key");
			this.cache.evict("made of it");
		});
		assertThat(TestCaches.removals(this.caches.cache())).extracting(Removal::key)
			.containsExactly("made of it", "key");
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("writes")
	void writeHasNoEffectAfterARollback(String name, Write write, String after, String afterOther) {
		this.cache.put("key", "before");
		this.cache.put("other", "before");
		StoredEntry entry = this.caches.cache().index().find("key");
		this.transaction.executeWithoutResult((status) -> {
			write.to(this.cache);
			status.setRollbackOnly();
		});
		assertThat(seenByOthers("key")).isEqualTo("before");
		assertThat(seenByOthers("other")).isEqualTo("before");
		assertThat(this.caches.cache().index().find("key")).isSameAs(entry);
		assertThat(TestCaches.removals(this.caches.cache())).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void evictIfPresentAndInvalidateActAtOnceAndAfterTheCommit(boolean all) {
		this.cache.put("key", "before");
		long requests = this.transaction.execute((status) -> {
			assertThat(all ? this.cache.invalidate() : this.cache.evictIfPresent("key")).isTrue();
			assertThat(seenByOthers("key")).isNull();
			assertThat(loadedByOthers("key", "not yet changed")).isEqualTo("not yet changed");
			assertThat(this.cache.get("key")).as("in the transaction").isNull();
			return removalRequests();
		});
		assertThat(seenByOthers("key")).isNull();
		assertThat(removalRequests()).as("counted once").isEqualTo(requests);
	}

	static Stream<Arguments> writes() {
		return Stream.of(write("put", (cache) -> cache.put("key", "after"), "after", "before"),
				write("putIfAbsent", (cache) -> cache.putIfAbsent("key", "after"), "before", "before"),
				write("evict", (cache) -> cache.evict("key"), null, "before"), write("clear", Cache::clear, null, null),
				write("evict, then put", (cache) -> {
					cache.evict("key");
					cache.put("key", "after");
				}, "after", "before"), write("put, then evict", (cache) -> {
					cache.put("key", "after");
					cache.evict("key");
				}, null, "before"), write("clear, then put", (cache) -> {
					cache.clear();
					cache.put("key", "after");
				}, "after", null), write("put, then clear", (cache) -> {
					cache.put("key", "after");
					cache.clear();
				}, null, null), write("evict, then putIfAbsent", (cache) -> {
					cache.evict("key");
					cache.putIfAbsent("key", "after");
				}, "after", "before"));
	}

	@Test
	void loadedValueIsVisibleToOthersAfterTheCommit() {
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.cache.get("key", () -> "uncommitted")).isEqualTo("uncommitted");
			assertThat(this.cache.get("key", () -> "not again")).isEqualTo("uncommitted");
			assertThat(seenByOthers("key")).isNull();
			assertThat(loadedByOthers("key", "committed")).as("without waiting for the transaction")
				.isEqualTo("committed");
			this.cache.evict("key");
		});
		this.transaction.executeWithoutResult((status) -> this.cache.get("key", () -> "loaded"));
		assertThat(seenByOthers("key")).isEqualTo("loaded");
	}

	@Test
	void doesNotStoreALoadedValueIfAnotherWriterWroteTheKey() {
		this.transaction.executeWithoutResult((status) -> {
			this.cache.get("evicted", () -> "old");
			this.cache.get("put", () -> "old");
			runByOthers(() -> {
				this.cache.evict("evicted");
				this.cache.put("put", "new");
			});
			this.cache.get("made", () -> "of " + this.cache.get("put", () -> "newer"));
		});
		assertThat(seenByOthers("evicted")).isNull();
		assertThat(seenByOthers("put")).isEqualTo("new");
		assertThat(seenByOthers("made")).isEqualTo("of new");
		this.transaction.executeWithoutResult((status) -> {
			this.cache.get("key", () -> "old");
			runByOthers(this.cache::clear);
		});
		assertThat(seenByOthers("key")).isNull();
	}

	/** H2 accepts writes in a read-only transaction. */
	@Test
	void doesNotShareLoadsOfAWriterInAReadOnlyTransaction() {
		TransactionTemplate writer = new TransactionTemplate(this.transactions);
		this.transaction.setReadOnly(true);
		this.transaction.executeWithoutResult((status) -> {
			writer.executeWithoutResult((inner) -> {
				assertThat(this.cache.get("key", () -> "uncommitted")).isEqualTo("uncommitted");
				assertThat(this.cache.retrieve("future", () -> CompletableFuture.completedFuture("uncommitted")))
					.isCompletedWithValue("uncommitted");
			});
			assertThat(seenByOthers("key")).isNull();
			assertThat(seenByOthers("future")).isNull();
			status.setRollbackOnly();
		});
		assertThat(seenByOthers("key")).isNull();
	}

	@Test
	void storesARetrievedValueAfterTheCommit() {
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.cache.retrieve("key", () -> CompletableFuture.completedFuture("uncommitted")))
				.isCompletedWithValue("uncommitted");
			assertThat(this.cache.retrieve("key", () -> CompletableFuture.completedFuture("again")))
				.isCompletedWithValue("uncommitted");
			assertThat(seenByOthers("key")).isNull();
		});
		assertThat(seenByOthers("key")).isEqualTo("uncommitted");
		assertThat(this.caches.cache().statistics().loads()).isOne();
	}

	/** The order of the two commits is unknown. */
	@Test
	void removesAPutKeyIfAnotherWriterWroteItBeforeTheCommit() {
		this.transaction.executeWithoutResult((status) -> {
			this.cache.put("key", "earlier");
			this.cache.put("own", "own");
			runByOthers(() -> this.cache.put("key", "later"));
		});
		assertThat(seenByOthers("key")).isNull();
		assertThat(seenByOthers("own")).isEqualTo("own");
	}

	/** Neither waits for the other. */
	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void letsOneOfConcurrentCallersPutIfAbsent(boolean commit) {
		TransactionTemplate another = new TransactionTemplate(this.transactions);
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.cache.putIfAbsent("key", "first")).isNull();
			assertThat(call(() -> another.execute((inner) -> this.cache.putIfAbsent("key", "second")).get()))
				.isEqualTo("first");
			assertThat(call(() -> this.cache.putIfAbsent("key", "third").get())).as("without a transaction")
				.isEqualTo("first");
			assertThat(seenByOthers("key")).isNull();
			assertThat(loadedByOthers("key", "loaded before the commit")).isNotNull();
			if (!commit) {
				status.setRollbackOnly();
			}
		});
		assertThat(this.cache.get("key", String.class)).isEqualTo(commit ? "first" : "loaded before the commit");
		this.cache.evict("key");
		assertThat(this.cache.putIfAbsent("key", "next")).as("after the end").isNull();
	}

	@Test
	void letsAnotherCallerPutIfAbsentOnceTheKeyIsEvicted() {
		this.cache.put("removed", "before");
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.cache.putIfAbsent("key", "first")).isNull();
			runByOthers(() -> this.cache.evict("key"));
			assertThat(call(() -> this.cache.putIfAbsent("key", "second"))).isNull();
			this.cache.evict("removed");
			assertThat(this.cache.putIfAbsent("removed", "after")).isNull();
			this.cache.evict("removed");
			assertThat(this.cache.putIfAbsent("removed", "again")).as("by the same transaction").isNull();
		});
		assertThat(seenByOthers("key")).as("the order of the two is unknown").isNull();
		assertThat(seenByOthers("removed")).isEqualTo("again");
	}

	@Test
	void removesAKeyPutInAfterCommitIfALaterTransactionWroteIt() {
		TransactionTemplate later = new TransactionTemplate(this.transactions);
		later.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.transaction.executeWithoutResult(
				(status) -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

					@Override
					public void afterCommit() {
						TransactionTests.this.cache.put("key", "earlier");
						later.executeWithoutResult((inner) -> TransactionTests.this.cache.put("key", "later"));
					}

				}));
		assertThat(seenByOthers("key")).isNull();
	}

	@Test
	void countsAWriteThatFailsAfterTheCommitAndRemovesTheKey() {
		FailingKey key = new FailingKey();
		this.cache.put(key, "before");
		this.cache.put("second", "before");
		this.transaction.executeWithoutResult((status) -> {
			this.cache.put(key, "after");
			this.cache.put("second", "after");
			key.failures.set(2);
		});
		assertThat(this.caches.cache().statistics().failedWrites()).isEqualTo(1);
		assertThat(seenByOthers(key)).as("cleared, because the key cannot be evicted").isNull();
		assertThat(seenByOthers("second")).as("later writes take effect").isEqualTo("after");
	}

	private long removalRequests() {
		return this.caches.cache().statistics().removalRequests();
	}

	private Object seenByOthers(Object key) {
		return call(() -> {
			StoredEntry entry = TestCaches.nativeCache(this.caches.cache()).get(new HashedKey(key));
			return (entry != null) ? entry.value() : null;
		});
	}

	private Object loadedByOthers(String key, String value) {
		return call(() -> this.cache.get(key, () -> value));
	}

	private void runByOthers(Runnable action) {
		call(() -> {
			action.run();
			return null;
		});
	}

	private <T> T call(java.util.concurrent.Callable<T> task) {
		try {
			Future<T> result = this.other.submit(task);
			return result.get();
		}
		catch (Exception ex) {
			throw new AssertionError(ex);
		}
	}

	private static JdbcDataSource database() {
		JdbcDataSource database = new JdbcDataSource();
		database.setUrl("jdbc:h2:mem:" + UUID.randomUUID());
		return database;
	}

	private static Arguments write(String name, Write write, String after, String afterOther) {
		return Arguments.of(name, write, after, afterOther);
	}

	@FunctionalInterface
	interface Write {

		void to(Cache cache);

	}

	/**
	 * A key whose hash code fails a given number of times.
	 */
	static final class FailingKey {

		private final AtomicInteger failures = new AtomicInteger();

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			if (this.failures.getAndUpdate((left) -> Math.max(left - 1, 0)) > 0) {
				throw new IllegalStateException("planted");
			}
			return 1;
		}

	}

}
