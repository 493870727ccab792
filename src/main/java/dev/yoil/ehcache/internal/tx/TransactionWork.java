package dev.yoil.ehcache.internal.tx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import dev.yoil.ehcache.internal.label.Change;
import org.jspecify.annotations.Nullable;

import org.springframework.core.OrderComparator;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * The work of one transaction that takes effect with its commit: the regions that it
 * changes and the writes to caches that share those regions. Its parts take effect in
 * their order, before any other callback is called. For the thread of the transaction
 * only.
 */
public final class TransactionWork implements TransactionSynchronization {

	/** The regions. */
	private final Object resource;

	private final Map<Object, Part> parts = new LinkedHashMap<>();

	/** From here on a rollback may be reported for what the database has committed. */
	private boolean commitBegun;

	private boolean committed;

	private TransactionWork(Object resource) {
		this.resource = resource;
	}

	/**
	 * Finds a part of the work of the calling thread's transaction, or begins it.
	 * @param begin begins it; for one key, always of the same type
	 */
	@SuppressWarnings("unchecked") // see above
	public static <P extends Part> P part(Object resource, Object key, Function<TransactionWork, P> begin) {
		TransactionWork found = find(resource);
		TransactionWork work = (found != null) ? found : new TransactionWork(resource);
		if (work != found) {
			TransactionSynchronizationManager.unbindResourceIfPossible(resource);
			work.resume();
			TransactionSynchronizationManager.registerSynchronization(work);
		}
		return (P) work.parts.computeIfAbsent(key, (same) -> begin.apply(work));
	}

	/**
	 * Finds a part of the work of the calling thread's transaction, {@code null} if there
	 * is none.
	 */
	public static @Nullable Part find(Object resource, Object key) {
		TransactionWork work = find(resource);
		return (work != null) ? work.parts.get(key) : null;
	}

	/**
	 * The work of a transaction that is just completing may still be bound when another
	 * one begins in its {@code afterCompletion}: Spring takes away its synchronizations
	 * before it calls them, and so has nothing to suspend.
	 */
	private static @Nullable TransactionWork find(Object resource) {
		TransactionWork bound = (TransactionWork) TransactionSynchronizationManager.getResource(resource);
		return (bound != null && Transactions.isActive()
				&& TransactionSynchronizationManager.getSynchronizations().contains(bound)) ? bound : null;
	}

	/**
	 * Tells whether the transaction is committed. What is added from then on takes effect
	 * at once: it must not come after what a later transaction commits.
	 */
	public boolean isCommitted() {
		return this.committed;
	}

	@Override
	public void suspend() {
		TransactionSynchronizationManager.unbindResource(this.resource);
	}

	@Override
	public void resume() {
		TransactionSynchronizationManager.bindResource(this.resource, this);
	}

	@Override
	public void savepoint(Object savepoint) {
		this.parts.values().forEach((part) -> part.savepoint(savepoint));
	}

	@Override
	public void savepointRollback(Object savepoint) {
		this.parts.values().forEach((part) -> part.savepointRollback(savepoint));
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
		TransactionSynchronizationUtils.invokeAfterCommit(inOrder());
	}

	/**
	 * A commit that was begun and not seen to succeed is one of which nobody knows:
	 * Spring reports a rollback also if it went through although a callback had asked for
	 * a rollback, and for any failure of it that is no {@code TransactionException}.
	 */
	@Override
	public void afterCompletion(int status) {
		if (TransactionSynchronizationManager.getResource(this.resource) == this) {
			suspend();
		}
		TransactionSynchronizationUtils.invokeAfterCompletion(inOrder(),
				(status == STATUS_ROLLED_BACK && this.commitBegun) ? STATUS_UNKNOWN : status);
	}

	/**
	 * Tells all parts that the transaction has changed regions.
	 */
	public void changed(Set<String> regions) {
		this.parts.values().forEach((part) -> part.changed(regions));
	}

	/**
	 * Tells all parts that the change of regions has taken effect.
	 */
	public void killed(Change change) {
		this.parts.values().forEach((part) -> part.killed(change));
	}

	private List<TransactionSynchronization> inOrder() {
		List<TransactionSynchronization> all = new ArrayList<>(this.parts.values());
		OrderComparator.sort(all);
		return all;
	}

	/**
	 * The work of a transaction on one cache, or on the regions. Of a synchronization,
	 * only the methods on savepoints, {@code afterCommit} and {@code afterCompletion} are
	 * called; that with {@code STATUS_ROLLED_BACK} only if nothing can have been
	 * committed.
	 */
	public interface Part extends TransactionSynchronization {

		/**
		 * Hears that the transaction has changed regions.
		 */
		default void changed(Set<String> regions) {
		}

		/**
		 * Hears that this change has taken effect: what the transaction put since is to
		 * stay.
		 */
		default void killed(Change change) {
		}

	}

}
