package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.yoil.ehcache.Background;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

@Timeout(30)
class SharedReadTests {

	private static final long LONG = TimeUnit.SECONDS.toNanos(10);

	private final CountDownLatch answered = new CountDownLatch(1);

	private final AtomicInteger reads = new AtomicInteger();

	private final SharedRead read = new SharedRead(() -> {
		this.reads.incrementAndGet();
		try {
			this.answered.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	});

	/**
	 * As through a connection whose other end is away: no query timeout ends that.
	 */
	@Test
	void isWaitedForNoLongerThanAskedByWhoeverBeginsIt() {
		CompletableFuture<Boolean> first = Background.supply(() -> this.read.await(TimeUnit.MILLISECONDS.toNanos(50)));
		assertThat(first).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(false);
		this.answered.countDown();
		assertThat(this.read.await(LONG)).isTrue();
	}

	/**
	 * Which may have missed what they know of.
	 */
	@Test
	void isNotSharedWithWhoeverAsksAfterItHasBegun() {
		CompletableFuture<Boolean> first = Background.supply(() -> this.read.await(LONG));
		await().until(() -> this.reads.get() == 1);
		CountDownLatch asks = new CountDownLatch(1);
		CompletableFuture<Boolean> second = Background.supply(() -> {
			asks.countDown();
			return this.read.await(LONG);
		});
		await().until(() -> asks.getCount() == 0);
		this.answered.countDown();
		assertThat(first).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(true);
		assertThat(second).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(true);
		assertThat(this.reads).hasValue(2);
	}

	@Test
	void failsForWhoeverAsked() {
		SharedRead failing = new SharedRead(() -> {
			throw new IllegalStateException("planted");
		});
		assertThatIllegalStateException().isThrownBy(() -> failing.await(LONG)).withMessage("planted");
	}

}
