package dev.yoil.ehcache;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.yoil.ehcache.statistics.CacheStatistics;
import dev.yoil.support.Background;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Loads of {@code @Cacheable} without {@code sync}. They are stored only if the key was
 * not written since the lookup.
 */
@Timeout(30)
class PlainLoadTests {

	private final TestCaches caches = TestCaches.transactional(100, "ttl='200s'");

	private final EhCacheCache cache = this.caches.cache();

	private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();

	private final TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(database()));

	private Reader reader;

	@BeforeEach
	void start() {
		this.context.registerBean(CachingConfigurer.class, () -> new Configurer(this.caches.manager().cacheResolver()));
		this.context.register(Caching.class, Reader.class);
		this.context.refresh();
		this.reader = this.context.getBean(Reader.class);
	}

	@AfterEach
	void close() {
		this.context.close();
		this.caches.close();
	}

	@Test
	void isStoredAndCounted() {
		assertThat(this.reader.read("key", () -> "a")).isEqualTo("a");
		assertThat(this.reader.read("key", () -> "b")).isEqualTo("a");
		CacheStatistics statistics = this.cache.statistics();
		assertThat(statistics.loads()).isEqualTo(1);
		assertThat(statistics.loadNanos()).isPositive();
		assertThat(statistics)
			.extracting(CacheStatistics::hits, CacheStatistics::misses, CacheStatistics::puts,
					CacheStatistics::voidedLoads, CacheStatistics::duplicateLoads)
			.containsExactly(1L, 1L, 1L, 0L, 0L);
	}

	@Test
	void isStoredIfItIsNull() {
		assertThat(this.reader.read("key", () -> null)).isNull();
		assertThat(this.reader.read("key", () -> "b")).isNull();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("writes")
	void isNotStoredOverAWrite(String name, Consumer<PlainLoadTests> write, @Nullable String after) {
		this.reader.read("key", () -> {
			write.accept(this);
			return "read before";
		});
		assertThat(this.cache.get("key", String.class)).isEqualTo(after);
		assertThat(this.cache.statistics().voidedLoads()).isEqualTo(1);
	}

	static Stream<Arguments> writes() {
		return Stream.of(write("evict", (test) -> test.cache.evict("key"), null),
				write("clear", (test) -> test.cache.clear(), null),
				write("put", (test) -> test.cache.put("key", "put"), "put"),
				write("@CachePut of the same thread", (test) -> test.reader.write("key", "put"), "put"),
				write("put and evict", (test) -> {
					test.cache.put("key", "put");
					test.cache.evict("key");
				}, null), write("operator", (test) -> test.cache.writes().clear("a"), null), write("bypass", (test) -> {
					test.cache.writes().bypass("a");
					test.cache.writes().endBypass();
				}, null),
				write("evict after the commit of a transaction",
						(test) -> test.transaction.executeWithoutResult((status) -> test.decorated().evict("key")),
						null));
	}

	private static Arguments write(String name, Consumer<PlainLoadTests> write, @Nullable String after) {
		return Arguments.of(name, write, after);
	}

	@Test
	void isStoredAfterWritesOfOtherKeys() {
		this.reader.read("key", () -> {
			for (int other = 0; other < 200; other++) {
				this.cache.put(other, "put");
				this.cache.evict(other);
			}
			BulkOperations.of(this.cache).evictIf((key) -> !key.equals("key"));
			this.cache.writes().remove((key) -> !key.equals("key"), "a");
			return "read";
		});
		assertThat(this.cache.get("key", String.class)).isEqualTo("read");
		assertThat(this.cache.statistics().voidedLoads()).isZero();
	}

	@Test
	void isNotStoredOverAWriteIfItComesAsAFuture() {
		CompletableFuture<String> source = new CompletableFuture<>();
		CompletableFuture<String> result = this.reader.readLater("key", () -> source);
		this.cache.evict("key");
		Background.run(() -> source.complete("read before"));
		assertThat(result.join()).isEqualTo("read before");
		assertThat(this.cache.peek("key")).isNull();
		assertThat(this.reader.readLater("key", () -> CompletableFuture.completedFuture("new")).join())
			.isEqualTo("new");
		assertThat(this.cache.get("key", String.class)).isEqualTo("new");
	}

	@Test
	void keepsAValueLoadedByAnotherCaller() {
		String second = this.reader.read("key", () -> this.reader.read("key", () -> "first") + ", then second");
		assertThat(second).isEqualTo("first, then second");
		assertThat(this.cache.get("key", String.class)).isEqualTo("first");
		assertThat(this.cache.statistics().duplicateLoads()).isEqualTo(1);
		assertThat(this.cache.statistics().voidedLoads()).isZero();
	}

	@Test
	void treatsAPutAfterAFailureAsAWrite() {
		assertThatIllegalStateException().isThrownBy(() -> this.reader.read("key", () -> {
			throw new IllegalStateException("planned");
		}));
		this.cache.put("key", "put");
		this.reader.write("key", "written");
		assertThat(this.cache.get("key", String.class)).isEqualTo("written");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void isVisibleToItsTransactionOnlyUntilTheCommit(boolean commit) {
		this.transaction.executeWithoutResult((status) -> {
			assertThat(this.reader.read("key", () -> "in it")).isEqualTo("in it");
			assertThat(this.reader.read("key", () -> "again")).isEqualTo("in it");
			assertThat(this.cache.peek("key")).isNull();
			if (!commit) {
				status.setRollbackOnly();
			}
		});
		assertThat(this.cache.get("key", String.class)).isEqualTo(commit ? "in it" : null);
	}

	@Test
	void isNotStoredAfterTheCommitIfTheKeyWasWritten() {
		this.transaction.executeWithoutResult((status) -> {
			this.reader.read("key", () -> "in it");
			Background.run(() -> this.cache.evict("key")).join();
		});
		assertThat(this.cache.peek("key")).isNull();
	}

	@Test
	void isNotStoredIfItsFutureCompletesAfterTheTransaction() {
		CompletableFuture<String> source = new CompletableFuture<>();
		CompletableFuture<String> result = this.transaction
			.execute((status) -> this.reader.readLater("key", () -> source));
		source.complete("of the transaction");
		assertThat(result.join()).isEqualTo("of the transaction");
		assertThat(this.cache.peek("key")).isNull();
	}

	@Test
	void isStoredOnceByConcurrentLoads() throws Exception {
		int many = 8;
		CountDownLatch all = new CountDownLatch(many);
		AtomicInteger loads = new AtomicInteger();
		List<CompletableFuture<String>> results = Stream
			.generate(() -> Background.supply(() -> this.reader.read("key", () -> {
				all.countDown();
				all.await();
				loads.incrementAndGet();
				return "same";
			})))
			.limit(many)
			.toList();
		for (CompletableFuture<String> result : results) {
			assertThat(result.get()).isEqualTo("same");
		}
		assertThat(loads).hasValue(many);
		assertThat(this.cache.statistics().puts()).isEqualTo(1);
		assertThat(this.cache.statistics().duplicateLoads()).isEqualTo(many - 1);
	}

	private Cache decorated() {
		return this.caches.manager().getCache("cache");
	}

	private static JdbcDataSource database() {
		JdbcDataSource database = new JdbcDataSource();
		database.setURL("jdbc:h2:mem:plain-loads");
		return database;
	}

	@EnableCaching
	static class Caching {

	}

	static class Reader {

		@Cacheable(cacheNames = "cache", key = "#key")
		public @Nullable String read(String key, Callable<@Nullable String> source) {
			return called(source);
		}

		@Cacheable(cacheNames = "cache", key = "#key")
		public CompletableFuture<String> readLater(String key, Callable<CompletableFuture<String>> source) {
			return called(source);
		}

		@CachePut(cacheNames = "cache", key = "#key")
		public String write(String key, String value) {
			return value;
		}

		private static <T extends @Nullable Object> T called(Callable<T> source) {
			try {
				return source.call();
			}
			catch (RuntimeException ex) {
				throw ex;
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	private record Configurer(CacheResolver cacheResolver) implements CachingConfigurer {

	}

}
