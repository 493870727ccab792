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
 * Where each request has a virtual thread.
 */
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualThreadTests {

	/** More than there are threads of the platform to carry them. */
	private static final int CALLERS = 500;

	@Test
	void waitForALoadWithoutKeepingOthersFromRunning() throws Exception {
		// Java 17, for which this is compiled, has none.
		ExecutorService threads = (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor")
			.invoke(null);
		try (TestCaches caches = TestCaches.of(10, "ttl='10s'")) {
			CountDownLatch asking = new CountDownLatch(CALLERS);
			AtomicInteger loads = new AtomicInteger();
			List<Future<String>> answers = new ArrayList<>();
			for (int caller = 0; caller < CALLERS; caller++) {
				answers.add(threads.submit(() -> {
					asking.countDown();
					return caches.cache().get("key", () -> {
						assertThat(asking.await(20, TimeUnit.SECONDS)).as("all callers could ask").isTrue();
						return "value " + loads.incrementAndGet();
					});
				}));
			}
			for (Future<String> answer : answers) {
				assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("value 1");
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

}
