package dev.yoil.ehcache.internal.tables;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Loads that depend on tables, and use or wait for the values of other loads.
 */
class DependentJoinsTests {

	private final DependentItems items = new DependentItems();

	@AfterEach
	void close() {
		this.items.close();
	}

	@Test
	void laterCallersDoNotJoinALoadThatHasReadOldRows() throws Exception {
		CountDownLatch read = new CountDownLatch(1);
		CountDownLatch goOn = new CountDownLatch(1);
		CompletableFuture<Long> first = DependentItems.start(() -> this.items.get("key", () -> {
			Long total = this.items.total();
			read.countDown();
			goOn.await();
			return total;
		}));
		read.await();
		this.items.more(2);
		assertThat(this.items.get("key", this.items::total)).isEqualTo(this.items.total());
		goOn.countDown();
		assertThat(first.join()).isEqualTo(this.items.total() - 1);
		assertThat(this.items.get("key", this.items::total)).isEqualTo(this.items.total());
	}

	@Test
	void laterCallersDoNotJoinALoadThatWaitsForSuchALoad() throws Exception {
		CountDownLatch read = new CountDownLatch(1);
		CountDownLatch goOn = new CountDownLatch(1);
		CompletableFuture<Long> inner = DependentItems.start(() -> this.items.get("key", () -> {
			Long total = this.items.total();
			read.countDown();
			goOn.await();
			return total;
		}));
		read.await();
		Thread[] waiting = new Thread[1];
		CompletableFuture<Long> outer = DependentItems.start(() -> {
			waiting[0] = Thread.currentThread();
			return outer(this.items::total);
		});
		await().until(() -> waiting[0] != null && waiting[0].getState() == Thread.State.WAITING);
		this.items.more(2);
		assertThat(outer(this.items::total)).isEqualTo(this.items.total());
		goOn.countDown();
		assertThat(inner.join()).isEqualTo(outer.join()).isEqualTo(this.items.total() - 1);
		assertThat(outer(this.items::total)).isEqualTo(this.items.total());
	}

	@Test
	void aHitInALoadAddsItsTables() {
		this.items.get("key", this.items::total);
		assertThat(outer(() -> -1L)).isEqualTo(this.items.total());
		assertThat(outer(() -> -1L)).isEqualTo(this.items.total());
		this.items.more(2);
		assertThat(outer(this.items::total)).isEqualTo(this.items.total());
	}

	@Test
	void aLoadInALoadAddsItsTables() {
		assertThat(outer(this.items::total)).isEqualTo(this.items.total());
		this.items.more(2);
		assertThat(outer(this.items::total)).isEqualTo(this.items.total());
	}

	@Test
	void noLoadWaitsForItself() {
		assertThatThrownBy(() -> this.items.get("key", () -> this.items.get("key", this.items::total)))
			.hasRootCauseInstanceOf(IllegalStateException.class);
		CountDownLatch both = new CountDownLatch(2);
		Stream.of("key0", "key1").map((mine) -> DependentItems.start(() -> this.items.get(mine, () -> {
			both.countDown();
			both.await();
			return this.items.get(mine.equals("key0") ? "key1" : "key0", this.items::total);
		}))).toList().forEach((load) -> assertThat(load).succeedsWithin(Duration.ofSeconds(10)));
	}

	/**
	 * Returns the value of an entry of the outer cache, which is that of the inner one.
	 */
	private Long outer(Callable<Long> loader) {
		return Objects.requireNonNull(this.items.cache("outer").get("key", () -> this.items.get("key", loader)));
	}

}
