package dev.yoil.support;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.springframework.cache.Cache;

import static org.awaitility.Awaitility.await;

/**
 * A running load in another thread. It waits until the test ends it.
 */
public final class BlockedLoad {

	private final CountDownLatch running = new CountDownLatch(1);

	private final CountDownLatch end = new CountDownLatch(1);

	private final CompletableFuture<String> result;

	public BlockedLoad(Cache cache, Object key, String value) {
		this.result = Background.supply(() -> cache.get(key, () -> {
			this.running.countDown();
			this.end.await();
			return value;
		}));
		await().until(() -> this.running.getCount() == 0);
	}

	/** Ends the load without waiting for its result. */
	public void release() {
		this.end.countDown();
	}

	/** Ends the load and returns its result. */
	public String end() {
		release();
		return this.result.join();
	}

}
