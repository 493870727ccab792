package dev.yoil.ehcache;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.header.CacheStatus;
import dev.yoil.ehcache.internal.header.CacheStatus.Disclosure;
import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.Background;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.cache.Cache;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Lookups for a client that has seen a change which this instance cannot read. It gets
 * the failure of the load, and other clients get the old value.
 */
@Timeout(30)
class DistrustedLookupTests {

	private static final Duration LEASE = Duration.ofMillis(300);

	private final FakeRegionTable table = new FakeRegionTable();

	private TestCaches caches;

	private Regions regions;

	private EhCacheCache cache;

	@AfterEach
	void close() {
		this.caches.close();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("readers")
	void failWithTheLoadInsteadOfAnOldValue(String name, Consumer<DistrustedLookupTests> read) {
		open(Duration.ofMinutes(10));
		distrusting(() -> assertThatThrownBy(() -> read.accept(this)).hasStackTraceContaining("down"));
		distrusting(() -> assertThatThrownBy(() -> read.accept(this)).as("after a failure")
			.hasStackTraceContaining("down"));
		assertThat(this.cache.get("key", failing())).as("another client").isEqualTo("old");
	}

	static Stream<Arguments> readers() {
		return Stream.of(reader("get", (test) -> test.cache.get("key", failing())),
				reader("retrieve", (test) -> test.cache.retrieve("key", DistrustedLookupTests::failed).join()),
				reader("getAll", (test) -> BulkOperations.of(test.cache).getAll(List.of("key"), (keys) -> down())),
				reader("in a transaction",
						(test) -> test.inTransaction(() -> test.transactional().get("key", failing()))),
				reader("retrieve in a transaction", (test) -> test
					.inTransaction(() -> test.transactional().retrieve("key", DistrustedLookupTests::failed).join())));
	}

	private static Arguments reader(String name, Consumer<DistrustedLookupTests> read) {
		return Arguments.of(name, read);
	}

	@Test
	void shareTheirLoadButNotItsFailure() {
		open(LEASE);
		await().until(() -> !this.regions.isValid());
		CountDownLatch running = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		CompletableFuture<Void> distrusting = Background.run(() -> distrusting(() -> this.cache.get("key", () -> {
			running.countDown();
			end.await();
			return down();
		})));
		await().until(() -> running.getCount() == 0);
		CompletableFuture<String> other = Background.supply(() -> this.cache.get("key", () -> "not called"));
		await().until(() -> this.cache.statistics().sharedLoads() == 1);
		end.countDown();
		assertThat(other.join()).isEqualTo("old");
		assertThatThrownBy(distrusting::join).hasStackTraceContaining("down");
	}

	@Test
	void leaveTheOldValueToTheLoadThatTheyReplace() {
		open(LEASE);
		await().until(() -> !this.regions.isValid());
		CountDownLatch running = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		CompletableFuture<String> other = Background.supply(() -> this.cache.get("key", () -> {
			running.countDown();
			end.await();
			return down();
		}));
		await().until(() -> running.getCount() == 0);
		distrusting(() -> assertThatThrownBy(() -> this.cache.get("key", failing())).hasStackTraceContaining("down"));
		end.countDown();
		assertThat(other.join()).isEqualTo("old");
	}

	@Test
	void neverFindAnOldValueInFrontOfTheLoad() {
		open(LEASE);
		await().until(() -> !this.regions.isValid());
		assertThat(this.cache.get("key", failing())).isEqualTo("old");
		assertThat(CacheStatus.of(CacheLookup.get(), Disclosure.ON)).matches("cache; hit; ttl=-[0-9]+; detail=.*");
		CachedValue stale = this.cache.getServable("key", String.class);
		assertThat(stale).isNotNull();
		assertThat(stale.timeLeft()).isNegative();
		distrusting(() -> assertThat(this.cache.getServable("key", String.class)).isNull());
	}

	private void open(Duration lease) {
		open(lease, "");
	}

	private void open(Duration lease, String policy) {
		this.regions = Regions.shared(this.table, lease);
		this.caches = TestCaches.transactional(100, "ttl='200s' stale-if-error='10m' " + policy, this.regions);
		this.cache = this.caches.cache();
		this.regions.catchUp();
		this.cache.put("key", "old");
	}

	private Cache transactional() {
		return Objects.requireNonNull(this.caches.manager().getCache("cache"));
	}

	private void inTransaction(Runnable action) {
		new TransactionTemplate(this.table).executeWithoutResult((status) -> action.run());
	}

	private void distrusting(Runnable action) {
		Runnable trust = this.regions.distrust();
		try {
			action.run();
		}
		finally {
			trust.run();
		}
	}

	private static Callable<Object> failing() {
		return DistrustedLookupTests::down;
	}

	private static <T> T down() {
		throw new IllegalStateException("down");
	}

	private static CompletableFuture<Object> failed() {
		return CompletableFuture.failedFuture(new IllegalStateException("down"));
	}

	@Test
	void waitForTheLoadDespiteASoftTimeout() {
		open(Duration.ofMinutes(10), "soft-timeout='1h'");
		Runnable trust = this.regions.distrust();
		assertThat(this.cache.get("key", () -> Thread.currentThread().getName()))
			.as("the thread that waits as long as it takes")
			.isEqualTo(Thread.currentThread().getName());
		trust.run();
	}

}
