package dev.yoil.ehcache;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Futures that go on together after an interruption, with a write while they join again.
 */
@Timeout(60)
class GoingOnTogetherTests {

	@Test
	void leaveNoLoadThatNobodyBegins() throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(2, (task) -> new Thread(task, "refresh"));
		CountDownLatch loading = new CountDownLatch(1);
		try (TestCaches caches = TestCaches.of(10, "ttl='200s'", executor)) {
			EhCacheCache cache = caches.cache();
			Key key = new Key();
			Thread loader = new Thread(() -> {
				try {
					cache.get(key, () -> {
						loading.countDown();
						new CountDownLatch(1).await();
						return "never";
					});
				}
				catch (RuntimeException ex) {
					// interrupted
				}
			});
			loader.start();
			loading.await();
			CompletableFuture<String> one = cache.retrieve(key, () -> CompletableFuture.completedFuture("one"));
			CompletableFuture<String> two = cache.retrieve(key, () -> CompletableFuture.completedFuture("two"));
			CompletableFuture<String> newcomer = new CompletableFuture<>();
			Runnable come = () -> with("newcomer", () -> newcomer.complete(cache.get(key, () -> "newcomer")));
			one.thenAccept((value) -> look(come, two));
			two.thenAccept((value) -> look(come, one));
			key.atSecondLook = () -> join(with("writer", () -> cache.evict(key)));
			loader.interrupt();
			assertThat(newcomer).as("a caller who came later").succeedsWithin(5, TimeUnit.SECONDS);
		}
		finally {
			executor.shutdownNow();
		}
	}

	/** A continuation that takes its time. */
	private static void look(Runnable come, CompletableFuture<String> other) {
		come.run();
		try {
			other.get(8, TimeUnit.SECONDS);
		}
		catch (Exception ex) {
			// it went on
		}
	}

	private static Thread with(String name, Runnable task) {
		Thread thread = new Thread(task, name);
		thread.start();
		return thread;
	}

	private static void join(Thread thread) {
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Lets something happen when a thread that goes on looks for it the second time. */
	private static final class Key {

		private volatile Runnable atSecondLook = () -> {
		};

		private int looks;

		@Override
		public int hashCode() {
			if (Thread.currentThread().getName().equals("refresh") && ++this.looks == 2) {
				this.atSecondLook.run();
			}
			return 17;
		}

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

	}

}
