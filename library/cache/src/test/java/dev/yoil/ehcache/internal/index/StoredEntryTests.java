package dev.yoil.ehcache.internal.index;

import java.util.Collections;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import dev.yoil.ehcache.internal.label.Labels;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StoredEntryTests {

	private static final int THREADS = 4;

	private static final int HITS = 50_000;

	@Test
	void losesNoHitUnderContention() throws Exception {
		StoredEntry entry = new StoredEntry("value", new Labels().of("cache", Set.of()));
		CyclicBarrier start = new CyclicBarrier(THREADS);
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		try {
			Callable<Integer> hitting = () -> {
				int arrived = start.await(10, TimeUnit.SECONDS);
				for (int i = 0; i < HITS; i++) {
					entry.hit();
				}
				return arrived;
			};
			for (Future<Integer> hit : threads.invokeAll(Collections.nCopies(THREADS, hitting))) {
				hit.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(entry.hits()).isEqualTo(THREADS * HITS);
	}

}
