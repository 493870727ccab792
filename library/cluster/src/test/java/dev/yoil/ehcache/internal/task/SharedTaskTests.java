package dev.yoil.ehcache.internal.task;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.internal.OwnedThreads;
import dev.yoil.support.Background;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

@Timeout(30)
class SharedTaskTests {

	private static final long LONG = TimeUnit.SECONDS.toNanos(10);

	private final CountDownLatch answered = new CountDownLatch(1);

	private final AtomicInteger reads = new AtomicInteger();

	private final OwnedThreads owned = new OwnedThreads();

	private final Executor threads = this.owned.pool("task-", 2, 1);

	private final SharedTask task = new SharedTask(this.threads, () -> {
		this.reads.incrementAndGet();
		try {
			this.answered.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	});

	@AfterEach
	void close() {
		this.owned.close();
	}

	@Test
	void isAwaitedUntilTheTimeoutOfItsCaller() {
		CompletableFuture<Boolean> first = Background.supply(() -> this.task.run(TimeUnit.MILLISECONDS.toNanos(50)));
		assertThat(first).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(false);
		this.answered.countDown();
		assertThat(this.task.run(LONG)).isTrue();
	}

	@Test
	void isNotSharedWithLaterCallers() {
		CompletableFuture<Boolean> first = Background.supply(() -> this.task.run(LONG));
		await().until(() -> this.reads.get() == 1);
		CountDownLatch calling = new CountDownLatch(1);
		CompletableFuture<Boolean> second = Background.supply(() -> {
			calling.countDown();
			return this.task.run(LONG);
		});
		await().until(() -> calling.getCount() == 0);
		this.answered.countDown();
		assertThat(first).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(true);
		assertThat(second).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(true);
		assertThat(this.reads).hasValue(2);
	}

	@Test
	void failsForItsCallersAndIsRetried() {
		SharedTask failing = new SharedTask(this.threads, () -> {
			if (this.reads.incrementAndGet() == 1) {
				throw new IllegalStateException("planted");
			}
		});
		assertThatIllegalStateException().isThrownBy(() -> failing.run(LONG)).withMessage("planted");
		assertThat(failing.await(LONG)).isTrue();
		assertThat(failing.await(LONG)).isTrue();
		assertThat(this.reads).hasValue(2);
		this.owned.close();
		failing.request();
		assertThat(failing.await(LONG)).as("after the end of its threads").isFalse();
	}

}
