package dev.yoil.ehcache;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Loads in virtual threads.
 */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadTests {

	/** More than there are carrier threads. */
	private static final int CALLERS = 500;

	@Test
	void doNotPinTheirCarriersWhileWaitingForALoad() throws Exception {
		// Not in Java 17, the target of the compiler.
		ExecutorService threads = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor")
			.invoke(null);
		try (TestCaches caches = TestCaches.of(10, "ttl='10s'")) {
			CountDownLatch calling = new CountDownLatch(CALLERS);
			AtomicInteger loads = new AtomicInteger();
			List<Future<String>> results = new ArrayList<>();
			for (int caller = 0; caller < CALLERS; caller++) {
				results.add(threads.submit(() -> {
					calling.countDown();
					return caches.cache().get("key", () -> {
						assertThat(calling.await(20, TimeUnit.SECONDS)).as("all callers are running").isTrue();
						return "value " + loads.incrementAndGet();
					});
				}));
			}
			for (Future<String> result : results) {
				assertThat(result.get(30, TimeUnit.SECONDS)).isEqualTo("value 1");
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

}
