package dev.yoil.ehcache;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Loads in threads whose stack is almost full.
 */
@Timeout(60)
class FullStackTests {

	/** More than a load needs, in frames of {@link #descend}. */
	private static final int MOST = 1_500;

	private static final int STACK_BYTES = 300_000;

	private final TestCaches caches = TestCaches.of(10_000, "ttl='200s' load-timeout='1ms'");

	private final EhCacheCache cache = this.caches.cache();

	@AfterEach
	void close() {
		this.caches.close();
	}

	@ParameterizedTest
	@EnumSource
	void leaveNoKeyInFlight(Lookup lookup) throws Exception {
		int deepest = deepest();
		AtomicInteger ended = new AtomicInteger();
		AtomicInteger loaders = new AtomicInteger();
		for (int depth = deepest - MOST; depth < deepest; depth++) {
			String key = lookup + " at " + depth;
			ended.addAndGet(runAt(depth, () -> lookup.call(this.cache, key, loaders)) ? 1 : 0);
			assertThat(this.cache.get(key, () -> "next")).as(key).isIn("next", "value");
		}
		assertThat(ended).as("lookups that end, as an exception does not").hasValueLessThan(MOST);
		assertThat(loaders).as("calls of the loader").hasPositiveValue();
	}

	@Test
	void nestInFewFrames() {
		assertThat(this.cache.get("outer", () -> {
			long outer = frames();
			return this.cache.get("inner", () -> frames() - outer);
		})).as("frames from loader to loader").isLessThanOrEqualTo(6);
	}

	private static long frames() {
		return StackWalker.getInstance().walk((frames) -> frames.count());
	}

	private static int deepest() throws InterruptedException {
		// The size of frames must not change any more.
		IntStream.range(0, 30_000).forEach((i) -> descend(5, () -> {
		}));
		int fits = 0;
		int tooDeep = STACK_BYTES;
		while (tooDeep - fits > 1) {
			int middle = (fits + tooDeep) / 2;
			boolean isFitting = runAt(middle, () -> {
			});
			fits = isFitting ? middle : fits;
			tooDeep = isFitting ? tooDeep : middle;
		}
		return fits;
	}

	/**
	 * {@return whether an action ended normally at some depth of a new stack}
	 */
	private static boolean runAt(int depth, Runnable action) throws InterruptedException {
		AtomicBoolean ended = new AtomicBoolean();
		Thread thread = new Thread(null, () -> {
			try {
				descend(depth, action);
				ended.set(true);
			}
			catch (RuntimeException | StackOverflowError ex) {
				// The stack is full.
			}
		}, "full-stack", STACK_BYTES);
		thread.start();
		thread.join();
		return ended.get();
	}

	private static void descend(int frames, Runnable action) {
		if (frames > 0) {
			descend(frames - 1, action);
		}
		else {
			action.run();
		}
	}

	private enum Lookup {

		GET, FAILING, RETRIEVE, GET_ALL;

		void call(EhCacheCache cache, String key, AtomicInteger loaders) {
			Callable<String> loader = () -> {
				loaders.incrementAndGet();
				return "value";
			};
			switch (this) {
				case GET -> cache.get(key, loader);
				case FAILING -> cache.get(key, () -> {
					loader.call();
					throw new IllegalStateException("planted");
				});
				case RETRIEVE -> cache.retrieve(key, () -> {
					loaders.incrementAndGet();
					return CompletableFuture.completedFuture("value");
				});
				case GET_ALL -> BulkOperations.of(cache).getAll(List.of(key), (keys) -> {
					loaders.incrementAndGet();
					return Map.of(key, "value");
				});
			}
		}

	}

}
