package dev.yoil.ehcache;

import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import dev.yoil.support.BlockedLoad;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache.ValueRetrievalException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * The accounting of a thread's time. Lower bounds are measured inside the timed code,
 * upper bounds outside.
 */
@Timeout(60)
class TimeSpentTests {

	private final TestCaches caches = TestCaches.of(10, "ttl='200s'");

	private final EhCacheCache cache = this.caches.cache();

	private final TimeSpent spent = TimeSpent.restart();

	@AfterEach
	void close() {
		this.caches.close();
	}

	@Test
	void countsNestedLoadsOnce() {
		long[] inside = new long[1];
		long before = System.nanoTime();
		this.cache.get("first", () -> inside[0] += spend());
		this.cache.get("outer", () -> {
			inside[0] += spend();
			this.cache.get("inner", () -> inside[0] += spend());
			inside[0] += spend();
			return "value";
		});
		long outside = System.nanoTime() - before;
		assertThat(this.spent.nanos(On.LOAD)).isBetween(inside[0], outside);
	}

	@Test
	void countsAWriteInsideALoadAsWriteOnly() {
		long[] writing = new long[1];
		long before = System.nanoTime();
		this.cache.get("key", () -> {
			spend();
			return TimeSpent.on(On.WRITE, () -> writing[0] = spend());
		});
		long outside = System.nanoTime() - before;
		assertThat(this.spent.nanos(On.WRITE)).isGreaterThanOrEqualTo(writing[0]);
		assertThat(this.spent.nanos(On.LOAD)).isPositive();
		assertThat(this.spent.nanos(On.LOAD) + this.spent.nanos(On.WRITE)).isLessThanOrEqualTo(outside);
	}

	@Test
	void countsALoadThatFails() {
		long[] inside = new long[1];
		assertThatExceptionOfType(ValueRetrievalException.class).isThrownBy(() -> this.cache.get("key", () -> {
			inside[0] = spend();
			throw new IllegalStateException("planted");
		}));
		assertThat(this.spent.nanos(On.LOAD)).isGreaterThanOrEqualTo(inside[0]);
		long counted = this.spent.nanos(On.LOAD);
		spend();
		TimeSpent.on(On.WRITE, () -> "");
		assertThat(this.spent.nanos(On.LOAD)).as("ended").isEqualTo(counted);
	}

	@Test
	void countsTheWaitForAnothersLoad() throws Exception {
		BlockedLoad load = new BlockedLoad(this.cache, "key", "value");
		CompletableFuture<TimeSpent> waited = new CompletableFuture<>();
		long before = System.nanoTime();
		Thread waiting = new Thread(() -> {
			this.cache.get("key", () -> "never");
			waited.complete(TimeSpent.get());
		});
		waiting.start();
		await().until(() -> waiting.getState() == Thread.State.WAITING);
		long inside = spend();
		load.release();
		TimeSpent waiter = waited.get();
		long outside = System.nanoTime() - before;
		load.end();
		assertThat(waiter.nanos(On.WAIT)).isBetween(inside, outside);
		assertThat(waiter.happened(On.LOAD)).isFalse();
		assertThat(this.spent.happened(On.WAIT)).as("in this thread").isFalse();
	}

	/**
	 * Spends CPU time.
	 * @return a lower bound of the spent time in nanoseconds
	 */
	static long spend() {
		long begun = System.nanoTime();
		while (System.nanoTime() - begun < 2_000_000) {
			Thread.onSpinWait();
		}
		return System.nanoTime() - begun;
	}

}
