package dev.yoil.ehcache.region;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is to be done, apart from forgetting, when regions are changed elsewhere: each
 * until it succeeds, by one thread at a time. Thread-safe.
 */
final class ChangeActions {

	private static final Logger LOG = LoggerFactory.getLogger(Regions.class);

	private final Map<String, Runnable> actions = new ConcurrentHashMap<>();

	private final Set<String> due = ConcurrentHashMap.newKeySet();

	private final Map<String, CompletableFuture<Void>> running = new ConcurrentHashMap<>();

	void add(String region, Runnable action) {
		this.actions.merge(region, action, ChangeActions::both);
	}

	private static Runnable both(Runnable first, Runnable second) {
		return () -> {
			try {
				first.run();
			}
			finally {
				second.run();
			}
		};
	}

	void due(Set<String> regions) {
		regions.stream().filter(this.actions::containsKey).forEach(this.due::add);
	}

	/**
	 * Begins what is due. Returns at once.
	 */
	void run() {
		this.due.forEach((region) -> {
			CompletableFuture<Void> unused = begin(region);
		});
	}

	/**
	 * Waits until what is due of some regions is done.
	 * @return {@code false} if that took longer than allowed, or failed
	 */
	boolean await(Set<String> regions, long nanos) {
		long until = System.nanoTime() + nanos;
		try {
			for (String region : regions) {
				for (CompletableFuture<Void> action = pending(region); action != null; action = pending(region)) {
					action.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
				}
			}
			return true;
		}
		catch (TimeoutException | ExecutionException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private @Nullable CompletableFuture<Void> pending(String region) {
		return this.due.contains(region) ? begin(region) : this.running.get(region);
	}

	private @Nullable CompletableFuture<Void> begin(String region) {
		Runnable action = this.actions.get(region);
		return (action != null)
				? this.running.computeIfAbsent(region, (same) -> CompletableFuture.runAsync(() -> run(region, action)))
				: null;
	}

	private void run(String region, Runnable action) {
		// Before: a change that comes meanwhile may have been missed by the action.
		this.due.remove(region);
		try {
			action.run();
		}
		catch (RuntimeException | Error ex) {
			this.due.add(region);
			LOG.warn("The change of region '{}' could not be taken over and is tried again: {}", region, ex.toString());
			throw ex;
		}
		finally {
			this.running.remove(region);
		}
	}

}
