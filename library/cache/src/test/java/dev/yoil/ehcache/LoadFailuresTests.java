package dev.yoil.ehcache;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import dev.yoil.ehcache.policy.LoadFailures;
import dev.yoil.ehcache.policy.LoadFailures.Kind;
import dev.yoil.ehcache.spi.Validity;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.support.FakeClock;
import dev.yoil.support.FakeTransactions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Loads that find that their value is gone: it is removed, and callers receive the
 * exception.
 */
@Timeout(30)
@ExtendWith(OutputCaptureExtension.class)
class LoadFailuresTests {

	private static final String STALE = "ttl='200s' refresh-after='150s' stale-if-error='10m'";

	private final FakeClock clock = new FakeClock();

	private final Deque<Runnable> background = new ArrayDeque<>();

	private LoadFailures failures = (cache, failure) -> (failure instanceof NoSuchElementException) ? Kind.GONE : null;

	private EhCacheCacheManager manager;

	private EhCacheCache cache;

	@AfterEach
	void close() {
		this.manager.destroy();
	}

	@Test
	void removesAStaleValueAndPassesTheExceptionOn(CapturedOutput output) {
		open(STALE);
		this.cache.put("key", "old");
		this.clock.advance(Duration.ofSeconds(200));
		assertThat(this.cache.get("key", failing(new IllegalStateException("down")))).isEqualTo("old");
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(this.cache.get("key", failing(new NoSuchElementException("no row")))).as("in the background")
			.isEqualTo("old");
		runBackground();
		assertThatExceptionOfType(ValueRetrievalException.class)
			.isThrownBy(() -> this.cache.get("key", failing(new IllegalStateException("down"))));
		assertThat(causes()).containsExactly(RemovalCause.GONE);
		assertThat(this.cache.statistics().failedLoads()).isEqualTo(3);
		assertThat(this.cache.statistics().goneLoads()).isOne();
		assertThat(this.cache.statistics().explicitRemovals()).isOne();
		assertThat(output).containsOnlyOnce("Key 'key' of cache 'cache' is gone, its old value was removed: "
				+ "java.util.NoSuchElementException: no row");
	}

	@Test
	void holdsForTheCallerThatLoads() {
		open(STALE);
		this.cache.put("key", "old");
		this.clock.advance(Duration.ofSeconds(200));
		assertGone(() -> this.cache.get("key", failing(new NoSuchElementException())));
		assertThat(this.cache.peek("key")).isNull();
	}

	@Test
	void holdsForFuturesAndForCauses() {
		open(STALE);
		this.cache.put("key", "old");
		this.clock.advance(Duration.ofSeconds(200));
		Exception wrapped = new CompletionException(new IllegalStateException(new NoSuchElementException()));
		assertThat(this.cache.retrieve("key", () -> CompletableFuture.failedFuture(wrapped)))
			.failsWithin(Duration.ofSeconds(5))
			.withThrowableThat()
			.withRootCauseInstanceOf(NoSuchElementException.class);
		assertThat(causes()).containsExactly(RemovalCause.GONE);
	}

	@Test
	void holdsWithinASoftTimeout() {
		open(STALE + " soft-timeout='1h'");
		this.cache.put("key", "old");
		this.clock.advance(Duration.ofSeconds(200));
		assertGone(() -> this.cache.get("key", failing(new NoSuchElementException())));
		assertThat(causes()).containsExactly(RemovalCause.GONE);
	}

	@Test
	void removesAFreshValueThatARefreshFindsGone() {
		open("ttl='200s' refresh-after='150s'");
		this.cache.put("key", "old");
		this.clock.advance(Duration.ofSeconds(150));
		assertThat(this.cache.get("key", failing(new NoSuchElementException()))).isEqualTo("old");
		runBackground();
		assertThat(this.cache.get("key")).isNull();
		assertThat(causes()).containsExactly(RemovalCause.GONE);
	}

	@Test
	void keepsAValueThatWasWrittenDuringTheLoad() {
		open(STALE);
		this.cache.put("key", "old");
		this.clock.advance(Duration.ofSeconds(200));
		assertGone(() -> this.cache.get("key", () -> {
			this.cache.put("key", "new");
			throw new NoSuchElementException();
		}));
		assertThat(this.cache.get("key", String.class)).isEqualTo("new");
	}

	@Test
	void saysNothingOfManyKeysThatAreLoadedTogether() {
		open(STALE);
		this.cache.put("a", "old a");
		this.cache.put("b", "old b");
		this.clock.advance(Duration.ofSeconds(200));
		BulkOperations bulk = BulkOperations.of(this.cache);
		assertThat(bulk.<String, String>getAll(List.of("a", "b"), LoadFailuresTests::gone))
			.isEqualTo(Map.of("a", "old a", "b", "old b"));
		assertThat(this.cache.statistics().goneLoads()).isZero();
		this.cache.evict("b");
		this.cache.put("b", "old b");
		this.cache.put("a", "new a");
		this.clock.advance(Duration.ofSeconds(200));
		assertGone(() -> bulk.<String, String>getAll(List.of("b"), LoadFailuresTests::gone));
		assertThat(this.cache.peek("b")).isNull();
		assertThat(this.cache.peek("a")).isNotNull();
	}

	@Test
	void passesTheExceptionOnInATransactionAndKeepsTheValue() {
		open(STALE);
		this.manager.setTransactionAware(true);
		this.manager.afterPropertiesSet();
		this.cache = this.manager.caches().get(0);
		Cache transactional = this.manager.getCache("cache");
		this.cache.put("key", "old");
		this.clock.advance(Duration.ofSeconds(200));
		new TransactionTemplate(new FakeTransactions()).executeWithoutResult((status) -> assertGone(
				() -> transactional.get("key", failing(new NoSuchElementException("deleted here, not committed")))));
		assertThat(this.cache.statistics().goneLoads()).isOne();
		assertThat(transactional.get("key", failing(new IllegalStateException("down")))).isEqualTo("old");
	}

	@Test
	void asksTheApplicationFirst() {
		this.failures = (cache, failure) -> (failure instanceof IllegalStateException) ? Kind.UNAVAILABLE : Kind.GONE;
		open(STALE);
		this.cache.put("key", "old");
		this.clock.advance(Duration.ofSeconds(200));
		assertThat(this.cache.get("key", failing(new IllegalStateException(new NoSuchElementException()))))
			.isEqualTo("old");
		this.cache.put("key", "old");
		this.clock.advance(Duration.ofSeconds(200));
		assertGone(() -> this.cache.get("key", failing(new IOException(new NoSuchElementException()))));
	}

	@Test
	void ignoresRulesThatFail(CapturedOutput output) {
		this.failures = (cache, failure) -> {
			throw new IllegalArgumentException("planted");
		};
		open(STALE);
		this.cache.put("key", "old");
		this.clock.advance(Duration.ofSeconds(200));
		assertThat(this.cache.get("key", failing(new IllegalStateException("down")))).isEqualTo("old");
		assertThat(output).containsOnlyOnce("failed to classify an exception of cache 'cache'");
	}

	private static <K> Map<K, String> gone(Set<K> keys) {
		throw new NoSuchElementException(keys.toString());
	}

	private static void assertGone(ThrowingCallable call) {
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(call)
			.withRootCauseInstanceOf(NoSuchElementException.class);
	}

	private static Callable<Object> failing(Exception failure) {
		return () -> {
			throw failure;
		};
	}

	private List<RemovalCause> causes() {
		return TestCaches.removals(this.cache).stream().map(Removal::cause).toList();
	}

	private void runBackground() {
		for (Runnable task = this.background.poll(); task != null; task = this.background.poll()) {
			task.run();
		}
	}

	private void open(String policy) {
		this.manager = new EhCacheCacheManager(TestCaches
			.read(TestCaches.HEAD + "<cache alias='cache'><heap>10</heap><y:policy " + policy + "/></cache></config>"),
				this.clock, this.background::add, Validity.local());
		this.manager.setLoadFailures(this.failures);
		this.manager.afterPropertiesSet();
		this.cache = this.manager.caches().get(0);
	}

}
