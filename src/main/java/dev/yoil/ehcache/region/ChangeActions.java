package dev.yoil.ehcache.region;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

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

	private final Set<String> running = ConcurrentHashMap.newKeySet();

	void add(String region, Runnable action) {
		this.actions.put(region, action);
	}

	void due(Set<String> regions) {
		regions.stream().filter(this.actions::containsKey).forEach(this.due::add);
	}

	/**
	 * Begins what is due. Returns at once.
	 */
	void run() {
		for (String region : this.due) {
			Runnable action = this.actions.get(region);
			if (action != null && this.running.add(region)) {
				CompletableFuture<Void> unused = CompletableFuture.runAsync(() -> run(region, action));
			}
		}
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
		}
		finally {
			this.running.remove(region);
		}
	}

}
