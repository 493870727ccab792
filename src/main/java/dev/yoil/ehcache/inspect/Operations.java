package dev.yoil.ehcache.inspect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last operations on each cache, which are also logged: who did what, and to how many
 * entries. Thread-safe.
 */
final class Operations {

	private static final int KEPT = 100;

	private static final Logger LOG = LoggerFactory.getLogger(CacheOperator.class);

	private final Map<String, Deque<OperationSnapshot>> byCache = new HashMap<>();

	void add(String cache, OperationSnapshot operation) {
		synchronized (this.byCache) {
			Deque<OperationSnapshot> last = this.byCache.computeIfAbsent(cache, (missing) -> new ArrayDeque<>());
			if (last.size() == KEPT) {
				last.removeFirst();
			}
			last.addLast(operation);
		}
		String target = (operation.target() != null) ? " " + KeyText.quoted(operation.target()) : "";
		LOG.info("Cache '{}': {}{} by {}, entries taken out: {}", cache, operation.action(), target,
				KeyText.quoted(operation.by()), operation.evicted());
	}

	/**
	 * Returns the last operations on a cache, the latest first.
	 */
	List<OperationSnapshot> latest(String cache) {
		synchronized (this.byCache) {
			List<OperationSnapshot> latest = new ArrayList<>(this.byCache.getOrDefault(cache, new ArrayDeque<>()));
			Collections.reverse(latest);
			return latest;
		}
	}

}
