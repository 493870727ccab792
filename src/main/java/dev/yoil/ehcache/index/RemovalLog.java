package dev.yoil.ehcache.index;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The last entries that left a cache, as many as fit, and on whose behalf. Thread-safe;
 * the lock is only ever held to move one reference, or to copy them all.
 */
public final class RemovalLog {

	private static final int CAPACITY = 1_000;

	private final Deque<Removal> last = new ArrayDeque<>();

	/** Ehcache reports a removal to the thread that removes, before it goes on. */
	@SuppressWarnings("ThreadLocalUsage") // each cache has its own, and no thread keeps
											// one
	private final ThreadLocal<@Nullable Remover> remover = new ThreadLocal<>();

	/**
	 * Removes entries on behalf of somebody, whom the log then names.
	 * @param removal removes entries from the cache, in the calling thread
	 * @return how many entries that removed; not those that left at the same time for
	 * another reason, such as the end of their time
	 */
	public long onBehalfOf(String by, Runnable removal) {
		Remover current = new Remover(by);
		this.remover.set(current);
		try {
			removal.run();
		}
		finally {
			this.remover.remove();
		}
		return current.removed;
	}

	/**
	 * Logs the removal of an entry, also by who had the whole cache emptied.
	 */
	void add(Object key, StoredEntry entry, RemovalCause cause, @Nullable String by, long now) {
		Remover current = (cause == RemovalCause.REMOVED) ? this.remover.get() : null;
		if (current != null) {
			current.removed++;
		}
		add(new Removal(key, cause, now, now - entry.createdAt(), entry.hits(), entry.version(),
				(current != null) ? current.by : by));
	}

	private synchronized void add(Removal removal) {
		if (this.last.size() == CAPACITY) {
			this.last.removeFirst();
		}
		this.last.addLast(removal);
	}

	/**
	 * {@return the last removals, the latest first}
	 */
	public synchronized List<Removal> latest() {
		List<Removal> latest = new ArrayList<>(this.last);
		Collections.reverse(latest);
		return latest;
	}

	/** Somebody who is removing entries, for the thread that does it. */
	private static final class Remover {

		private final String by;

		private long removed;

		Remover(String by) {
			this.by = by;
		}

	}

}
