package dev.yoil.ehcache.region;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The regions that one transaction changes. They are raised last, so that their rows are
 * locked for a short time only, and forgotten before anybody else hears of the commit.
 * For the thread of the transaction only.
 */
final class ChangedRegions implements TransactionSynchronization {

	private final Regions regions;

	private final TreeSet<String> changed = new TreeSet<>();

	private final TreeSet<String> forgotten = new TreeSet<>();

	private final Map<String, RegionVersion> raised = new HashMap<>();

	/** From here on a rollback may be reported for what the database has committed. */
	private boolean commitBegun;

	private boolean committed;

	private ChangedRegions(Regions regions) {
		this.regions = regions;
	}

	/**
	 * Finds those of the calling thread's transaction, or begins to collect them.
	 */
	static ChangedRegions of(Regions regions) {
		Object bound = TransactionSynchronizationManager.getResource(regions);
		// Those of a transaction that is just completing may still be bound.
		if (bound instanceof ChangedRegions found
				&& TransactionSynchronizationManager.getSynchronizations().contains(found)) {
			return found;
		}
		ChangedRegions begun = new ChangedRegions(regions);
		TransactionSynchronizationManager.unbindResourceIfPossible(regions);
		TransactionSynchronizationManager.bindResource(regions, begun);
		TransactionSynchronizationManager.registerSynchronization(begun);
		TransactionSynchronizationManager.registerSynchronization(begun.new Raising());
		return begun;
	}

	void add(Set<String> names, boolean forget) {
		this.changed.addAll(names);
		if (forget) {
			this.forgotten.addAll(names);
		}
		if (this.committed) {
			finish();
		}
	}

	@Override
	public void suspend() {
		TransactionSynchronizationManager.unbindResource(this.regions);
	}

	@Override
	public void resume() {
		TransactionSynchronizationManager.bindResource(this.regions, this);
	}

	/**
	 * Before all others, so that these find the caches as the transaction left them.
	 */
	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public void beforeCommit(boolean readOnly) {
		this.commitBegun = true;
	}

	@Override
	public void afterCommit() {
		this.committed = true;
		this.regions.forget(taken());
	}

	/**
	 * A commit that was begun and not seen to succeed is one of which nobody knows:
	 * Spring takes some failures of a commit for rollbacks.
	 */
	@Override
	public void afterCompletion(int status) {
		if (TransactionSynchronizationManager.getResource(this.regions) == this) {
			TransactionSynchronizationManager.unbindResource(this.regions);
		}
		if (status == STATUS_COMMITTED) {
			finish();
		}
		else if (status == STATUS_UNKNOWN || this.commitBegun) {
			this.regions.forget(taken());
		}
	}

	/**
	 * What was raised is known to this instance only now that everything of it is
	 * forgotten. What came too late to be raised with the commit is raised behind it.
	 */
	private void finish() {
		this.regions.forget(taken());
		Set<String> late = Set.copyOf(this.changed);
		this.changed.clear();
		Map<String, RegionVersion> done = Map.copyOf(this.raised);
		this.raised.clear();
		this.regions.committed(done);
		this.regions.raiseLate(late);
	}

	private void raise() {
		if (this.regions.isPartOfTransaction()) {
			this.raised.putAll(this.regions.raise(this.changed));
			this.changed.clear();
		}
	}

	private Set<String> taken() {
		Set<String> taken = Set.copyOf(this.forgotten);
		this.forgotten.clear();
		return taken;
	}

	/**
	 * Behind all others, who may change more.
	 */
	private final class Raising implements TransactionSynchronization {

		@Override
		public int getOrder() {
			return LOWEST_PRECEDENCE;
		}

		@Override
		public void beforeCommit(boolean readOnly) {
			if (!ChangedRegions.this.changed.isEmpty()) {
				raise();
			}
		}

	}

}
