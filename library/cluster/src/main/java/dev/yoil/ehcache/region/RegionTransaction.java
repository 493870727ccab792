package dev.yoil.ehcache.region;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.tx.TransactionWork;
import dev.yoil.ehcache.internal.tx.Transactions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The regions that one transaction changes. It increments their rows last, so that they
 * are locked for a short time only. After the commit it first kills their labels, before
 * caches are written and other instances are notified. For the thread of the transaction
 * only.
 */
final class RegionTransaction implements TransactionWork.Part {

	private static final Logger LOG = LoggerFactory.getLogger(Regions.class);

	private final Regions regions;

	private final TransactionWork work;

	/** All regions that were ever added. */
	private final Set<String> all = new HashSet<>();

	/** The regions whose rows are not yet incremented. */
	private final TreeSet<String> uncounted = new TreeSet<>();

	/** The regions whose labels are to be killed here, too. */
	private final TreeSet<String> alive = new TreeSet<>();

	/** The changed or named regions that are not yet purged outside of this instance. */
	private final Set<String> unpurged = new HashSet<>();

	private final Map<String, RegionIncrement> incremented = new HashMap<>();

	/** The regions whose new versions are committed. */
	private final Set<String> committed = new HashSet<>();

	/**
	 * Set if {@link #last()} does not increment the rows of what is added from now on.
	 */
	private boolean late;

	/** Set when the transaction has completed and the caches are written. */
	private boolean ended;

	private RegionTransaction(Regions regions, TransactionWork work) {
		this.regions = regions;
		this.work = work;
		// Spring does not call what is registered while it calls beforeCommit.
		this.late = work.isCommitBegun();
		TransactionSynchronizationManager.registerSynchronization(last());
	}

	/**
	 * Returns the regions of the calling thread's transaction, creating them if needed.
	 */
	static RegionTransaction of(Regions regions) {
		return TransactionWork.part(regions, regions, (work) -> new RegionTransaction(regions, work));
	}

	/**
	 * Purges regions outside of this instance: when the calling thread's transaction has
	 * completed, even if it changes nothing, or at once if there is none.
	 */
	static void name(Regions regions, Set<String> names) {
		if (Transactions.isActive()) {
			RegionTransaction transaction = of(regions);
			transaction.unpurged.addAll(names);
			transaction.purge();
		}
		else {
			regions.purges().purge(names, false);
		}
	}

	void add(Set<String> names, boolean removeHere) {
		this.regions.versions().begin(names.stream().filter(this.all::add).collect(Collectors.toUnmodifiableSet()));
		this.uncounted.addAll(names);
		this.unpurged.addAll(names);
		if (removeHere) {
			this.alive.addAll(names);
			this.work.changed(names);
		}
		if (this.work.isCommitted()) {
			finish();
		}
		else if (this.late) {
			incrementRows();
		}
	}

	@Override
	public int getOrder() {
		// Before the writes to caches: loads from here on read the new state.
		return HIGHEST_PRECEDENCE;
	}

	private void incrementRows() {
		// Their rows are locked until the commit. Another one could end in a deadlock.
		this.uncounted.removeAll(RegionNames.ofRows(this.incremented.keySet()));
		if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
			if (this.regions.isShared()) {
				// It has changed nothing that other instances could see.
				this.uncounted.retainAll(this.work.changed());
			}
		}
		else if (!this.uncounted.isEmpty() && this.regions.increments().isPartOfTransaction()) {
			this.incremented.putAll(this.regions.increments().inTransaction(this.uncounted));
			this.uncounted.clear();
		}
	}

	@Override
	public void beforeCommit(boolean readOnly) {
		incrementRows();
	}

	@Override
	public void afterCommit() {
		recordCommit();
		killLabels();
	}

	@Override
	public void afterCompletion(int status) {
		if (status == STATUS_COMMITTED) {
			finish();
		}
		else if (status == STATUS_UNKNOWN) {
			// Counts once more, after a commit that may have succeeded.
			this.uncounted.addAll(RegionNames.ofRows(this.incremented.keySet()));
			incrementLate();
			killLabels();
		}
	}

	/**
	 * Marks the versions as applied only now, with everything older removed, and notifies
	 * the other instances.
	 */
	private void finish() {
		recordCommit();
		if (killLabels()) {
			this.regions.versions().markApplied(this.incremented, System.nanoTime());
		}
		Map<String, RegionIncrement> committed = Map.copyOf(this.incremented);
		this.incremented.clear();
		this.committed.addAll(RegionNames.ofRows(committed.keySet()));
		this.regions.increments().committed(committed);
	}

	/**
	 * Purges the regions outside of this instance once the caches are written.
	 */
	void purge() {
		if (this.ended) {
			Set<String> changed = Set.copyOf(this.unpurged);
			this.unpurged.clear();
			this.regions.purges().purge(changed, this.committed.containsAll(changed));
		}
	}

	private void recordCommit() {
		this.regions.versions().recordLocal(this.incremented);
		incrementLate();
	}

	private void incrementLate() {
		this.regions.increments().late(Set.copyOf(this.uncounted));
		this.uncounted.clear();
	}

	/**
	 * Kills the labels and removes their entries. The caller is beyond its commit and
	 * cannot handle a failure.
	 * @return {@code false} if that failed: the next read of the versions does it then
	 */
	private boolean killLabels() {
		try {
			if (!this.alive.isEmpty()) {
				Change change = this.regions.labels().change(this.alive);
				this.work.killed(change);
				this.regions.labels().remove(change);
				this.alive.clear();
			}
			return true;
		}
		catch (RuntimeException | Error ex) {
			LOG.error("Failed to remove the entries of the regions {} after a commit", this.alive, ex);
			return false;
		}
	}

	/**
	 * Creates the last synchronization of the transaction, because others may still
	 * change regions in their {@code beforeCommit}.
	 */
	private TransactionSynchronization last() {
		return new TransactionSynchronization() {

			@Override
			public void beforeCommit(boolean readOnly) {
				RegionTransaction.this.late = true;
				incrementRows();
			}

			@Override
			public void afterCompletion(int status) {
				// The caches are written by now, even if a callback failed.
				RegionTransaction.this.regions.versions().end(RegionTransaction.this.all);
				RegionTransaction.this.ended = true;
				// Also after a rollback: an earlier attempt of the request may have
				// committed.
				purge();
			}

		};
	}

}
