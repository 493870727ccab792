package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static dev.yoil.ehcache.ModelCheckingTests.scenario;

/**
 * Runs, takes over and voids a queued refresh in the interleavings that Lincheck chooses.
 */
@Timeout(120)
class RefreshModelCheckingTests {

	private static final Queue<Runnable> QUEUE = new ArrayDeque<>();

	private static TestCaches caches;

	@BeforeAll
	static void open() {
		caches = TestCaches.of(10, "ttl='200s' refresh-after='150s'", QUEUE::add);
	}

	@AfterAll
	static void close() {
		caches.close();
	}

	@Test
	void storesNothingOlderThanAWrite() throws Exception {
		ModelCheckingTests.check(Refreshed.class,
				scenario(Refreshed.class, List.of("refresh"), List.of("load"), List.of("write", "findsNothingOlder")),
				scenario(Refreshed.class, List.of("refresh"), List.of("write", "loadsNothingOlder")));
	}

	/** An expired value with a queued refresh. */
	public static class Refreshed extends ModelCheckingTests.Cached {

		private final Runnable queued;

		public Refreshed() {
			super(caches.cache(), "key");
			cache().put("key", database());
			caches.clock().advance(Duration.ofSeconds(150));
			cache().get("key", this::database);
			this.queued = QUEUE.remove();
			caches.clock().advance(Duration.ofSeconds(50));
		}

		public void refresh() {
			this.queued.run();
		}

		@Override
		void tell(EhCacheCache cache, int value) {
			cache.evict("key");
		}

	}

}
