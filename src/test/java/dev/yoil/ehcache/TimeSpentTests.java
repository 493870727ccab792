package dev.yoil.ehcache;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import dev.yoil.ehcache.internal.TimeSpent;
import dev.yoil.ehcache.internal.TimeSpent.On;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.cache.Cache.ValueRetrievalException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a thread's time is counted for. Bounds are measured inside and outside of what is
 * timed, so they hold on any machine.
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
	void countsALoad() {
		long[] inside = new long[1];
		long before = System.nanoTime();
		this.cache.get("key", () -> inside[0] = spend());
		long outside = System.nanoTime() - before;
		assertThat(this.spent.nanos(On.LOAD)).isBetween(inside[0], outside);
		assertThat(this.spent.happened(On.WAIT)).isFalse();
		assertThat(this.spent.happened(On.WRITE)).isFalse();
	}

	@Test
	void addsUpWithoutCountingTwice() {
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
	void countsWhatIsDoneInTheMidstOfALoadForThatAlone() {
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
		assertThat(this.spent.nanos(On.LOAD)).as("goes on no longer").isEqualTo(counted);
	}

	@Test
	void countsTheWaitForAnothersLoad() throws Exception {
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch finish = new CountDownLatch(1);
		CompletableFuture<Object> load = Background.supply(() -> this.cache.get("key", () -> {
			loading.countDown();
			finish.await();
			return "value";
		}));
		loading.await();
		CompletableFuture<TimeSpent> waited = new CompletableFuture<>();
		long before = System.nanoTime();
		Thread waiting = new Thread(() -> {
			this.cache.get("key", () -> "never");
			waited.complete(TimeSpent.get());
		});
		waiting.start();
		await().until(() -> waiting.getState() == Thread.State.WAITING);
		long inside = spend();
		finish.countDown();
		TimeSpent others = waited.get();
		long outside = System.nanoTime() - before;
		load.get();
		assertThat(others.nanos(On.WAIT)).isBetween(inside, outside);
		assertThat(others.happened(On.LOAD)).isFalse();
		assertThat(this.spent.happened(On.WAIT)).as("in this thread").isFalse();
	}

	@Test
	void countsNothingForHits() {
		this.cache.put("key", "value");
		this.cache.get("key", () -> "never");
		this.cache.get("key");
		assertThat(On.values()).noneMatch(this.spent::happened);
	}

	@Test
	void beginsAgain() {
		this.cache.get("key", () -> "value");
		assertThat(this.spent.happened(On.LOAD)).isTrue();
		assertThat(TimeSpent.restart().happened(On.LOAD)).isFalse();
	}

	/**
	 * Lets time pass.
	 * @return how much at least, in nanoseconds
	 */
	static long spend() {
		long begun = System.nanoTime();
		while (System.nanoTime() - begun < 2_000_000) {
			Thread.onSpinWait();
		}
		return System.nanoTime() - begun;
	}

}
