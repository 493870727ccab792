package dev.yoil.ehcache.index;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * The last entries that left a cache, as many as fit. Thread-safe; the lock is only ever
 * held to move one reference, or to copy them all.
 */
final class RemovalLog {

	private static final int KEPT = 1_000;

	private final Deque<Removal> last = new ArrayDeque<>();

	synchronized void add(Removal removal) {
		if (this.last.size() == KEPT) {
			this.last.removeFirst();
		}
		this.last.addLast(removal);
	}

	/**
	 * Returns them, the latest first.
	 */
	synchronized List<Removal> latest() {
		List<Removal> latest = new ArrayList<>(this.last);
		Collections.reverse(latest);
		return latest;
	}

}
