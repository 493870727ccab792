package dev.yoil.ehcache.region;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.OwnedThreads;
import dev.yoil.ehcache.internal.task.SharedTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Actions that run after other instances have changed a region. A failed action runs
 * again after the next read of the versions. Thread-safe.
 */
final class RegionActions {

	private static final Logger LOG = LoggerFactory.getLogger(Regions.class);

	private static final int THREADS = 8;

	/** The most actions that wait for a thread. Others are retried. */
	private static final int QUEUE = 1_000;

	private final Executor threads;

	private final Map<String, List<SharedTask>> actions = new ConcurrentHashMap<>();

	RegionActions(OwnedThreads threads) {
		this.threads = threads.pool("yoil-cache-change-", THREADS, QUEUE);
	}

	void add(String region, Runnable action) {
		this.actions.computeIfAbsent(region, (first) -> new CopyOnWriteArrayList<>())
			.add(new SharedTask(this.threads, () -> {
				try {
					action.run();
				}
				catch (RuntimeException | Error ex) {
					LOG.warn("Failed to apply the change of region '{}', will retry: {}", region, ex.toString());
					throw ex;
				}
			}));
	}

	private Stream<SharedTask> of(Set<String> regions) {
		return regions.stream().flatMap((region) -> this.actions.getOrDefault(region, List.of()).stream());
	}

	void request(Set<String> regions) {
		of(regions).forEach(SharedTask::request);
	}

	/**
	 * {@return the regions that have actions}
	 */
	Set<String> regions() {
		return this.actions.keySet();
	}

	void retry() {
		of(this.actions.keySet()).forEach(SharedTask::retry);
	}

	/**
	 * Waits until the actions of some regions have completed.
	 * @param until the end of the wait, by {@link System#nanoTime()}
	 */
	boolean await(Set<String> regions, long until) {
		return of(regions).allMatch((action) -> action.await(until - System.nanoTime()));
	}

}
