package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import dev.yoil.ehcache.internal.purge.Purges;
import dev.yoil.ehcache.internal.task.SharedTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Increments the versions of regions in the table, and notifies the other instances once
 * they are committed. Does nothing without a table. Thread-safe.
 */
final class RegionIncrements {

	private static final Logger LOG = LoggerFactory.getLogger(Regions.class);

	/** Limit on the regions whose increment waits. */
	static final int MAX_DUE = 100_000;

	/** The most regions of one statement, which has a timeout. */
	private static final int BATCH = 1_000;

	private static final Duration RETRY = Duration.ofMillis(250);

	private final @Nullable RegionTable table;

	private final RegionVersions versions;

	private final Purges purges;

	private final SharedTask read;

	private final List<Consumer<Map<String, RegionVersion>>> listeners = new CopyOnWriteArrayList<>();

	/** The regions whose increment waits. Guarded by this object. */
	private final Set<String> due = new HashSet<>();

	/** True if {@link #incrementDue} will run. Guarded by this object. */
	private boolean scheduled;

	/** True since changes were dropped. Guarded by this object. */
	private boolean overflowed;

	private volatile boolean failing;

	RegionIncrements(@Nullable RegionTable table, RegionVersions versions, Purges purges, SharedTask read) {
		this.table = table;
		this.versions = versions;
		this.purges = purges;
		this.read = read;
	}

	void onCommit(Consumer<Map<String, RegionVersion>> listener) {
		this.listeners.add(listener);
	}

	boolean isPartOfTransaction() {
		return this.table != null && this.table.isPartOfTransaction();
	}

	Map<String, RegionIncrement> inTransaction(Set<String> regions) {
		return (this.table != null) ? this.table.increment(this.versions.choose(regions)) : Map.of();
	}

	/**
	 * Increments the rows now if that is possible, else later. It does not fail, because
	 * the caller's data is already committed.
	 */
	Map<String, RegionIncrement> atOnce(Set<String> regions) {
		try {
			// The thread may still hold the connection of a completed transaction.
			if (this.table != null && !this.table.isPartOfTransaction()) {
				Map<String, RegionIncrement> incremented = this.table.increment(new TreeSet<>(regions));
				this.versions.recordLocal(incremented);
				return incremented;
			}
		}
		catch (RuntimeException ex) {
			LOG.warn("Failed to increment the versions of {}, will retry: {}", regions, ex.toString());
		}
		late(regions);
		return Map.of();
	}

	/**
	 * Increments rows when the table can, which may be in another thread: after a
	 * transaction, the calling thread may still hold its connection. Retries until it
	 * succeeds.
	 * <p>
	 * While the database is away, at most {@value #MAX_DUE} regions wait. The changes of
	 * further ones are not announced, so other instances serve their values until these
	 * expire. Then no region has a state until the application restarts, so that this
	 * instance uses no value of a tier.
	 */
	void late(Set<String> regions) {
		if (this.table != null && !regions.isEmpty()) {
			add(regions);
			boolean unused = schedule(this.table, Duration.ZERO);
		}
	}

	private synchronized void add(Set<String> regions) {
		Set<String> added = new HashSet<>(regions);
		added.removeAll(this.due);
		if (this.due.size() + added.size() <= MAX_DUE) {
			this.versions.begin(added);
			this.due.addAll(added);
		}
		else if (!this.overflowed) {
			this.overflowed = true;
			this.versions.loseStates();
			LOG.error(
					"{} regions wait for their increment, the limit. Other instances may serve values of further ones "
							+ "until they expire, such as {}. This instance uses no tier until it restarts.",
					this.due.size(), added.iterator().next());
		}
	}

	/** Returns false if the table is closed. */
	private boolean schedule(RegionTable table, Duration delay) {
		synchronized (this) {
			if (this.scheduled) {
				return true;
			}
			this.scheduled = true;
		}
		return table.runLater(() -> incrementDue(table), delay);
	}

	private void incrementDue(RegionTable table) {
		SortedSet<String> taken = take();
		if (taken.isEmpty()) {
			return;
		}
		Map<String, RegionIncrement> incremented;
		try {
			incremented = table.increment(taken);
		}
		catch (RuntimeException | Error ex) {
			failed(taken, ex);
			boolean unused = schedule(table, RETRY);
			return;
		}
		this.failing = false;
		this.versions.recordLocal(incremented);
		this.versions.end(taken);
		try {
			table.wakeOthers(RegionIncrement.versions(incremented));
			// Another instance may have answered from before this moment.
			this.purges.purge(taken, true);
		}
		finally {
			// The rest later, because notifications use the same thread; at once during
			// the end of the instance.
			if (isDue() && !schedule(table, Duration.ZERO)) {
				incrementDue(table);
			}
		}
	}

	private synchronized boolean isDue() {
		return !this.due.isEmpty();
	}

	/** Takes some regions. A change that comes later needs another increment. */
	private synchronized SortedSet<String> take() {
		this.scheduled = false;
		SortedSet<String> taken = this.due.stream().limit(BATCH).collect(Collectors.toCollection(TreeSet::new));
		this.due.removeAll(taken);
		return taken;
	}

	private synchronized void failed(SortedSet<String> taken, Throwable failure) {
		if (!this.failing) {
			LOG.warn("Failed to increment the versions of {}, will retry every {} ms: {}", taken, RETRY.toMillis(),
					failure.toString());
		}
		this.failing = true;
		// Those that changed again have begun twice.
		this.versions.end(taken.stream().filter(this.due::contains).collect(Collectors.toSet()));
		this.due.addAll(taken);
	}

	/**
	 * Notifies the other instances of committed changes. The table of an only instance is
	 * pruned if it has become too large.
	 */
	void committed(Map<String, RegionIncrement> changes) {
		if (this.table != null && !this.versions.isOnly() && !changes.isEmpty()) {
			Map<String, RegionVersion> committed = RegionIncrement.versions(changes);
			this.table.wakeOthers(committed);
			this.listeners.forEach((listener) -> listener.accept(committed));
		}
		else if (this.versions.isTooLarge()) {
			this.read.request();
		}
	}

}
