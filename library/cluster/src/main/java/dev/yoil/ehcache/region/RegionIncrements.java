package dev.yoil.ehcache.region;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

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

	private final @Nullable RegionTable table;

	private final RegionVersions versions;

	private final Purges purges;

	private final SharedTask read;

	private final List<Consumer<Map<String, RegionVersion>>> listeners = new CopyOnWriteArrayList<>();

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
	 * Increments rows in another thread, which is needed after a transaction: the calling
	 * thread may still hold its connection.
	 */
	void late(Set<String> regions) {
		if (this.table != null && !regions.isEmpty()) {
			this.versions.begin(regions);
			this.table.incrementLater(new TreeSet<>(regions), (incremented) -> {
				this.versions.recordLocal(incremented);
				this.versions.end(regions);
				// Another instance may have answered from before this moment.
				this.purges.purge(regions);
			});
		}
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
