package dev.yoil.ehcache.internal.tx;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import dev.yoil.ehcache.internal.label.Change;
import org.jspecify.annotations.Nullable;

import org.springframework.core.OrderComparator;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * The work that takes effect with the commit of one transaction: a part for the regions
 * that it changes, and one for each cache that it writes. The parts take effect in their
 * order, before all other synchronizations. For the thread of the transaction only.
 */
public final class TransactionWork implements TransactionSynchronization {

	/**
	 * Number of unfinished works of the thread. Without any, a lookup is spared the
	 * search, for which Spring copies and sorts all synchronizations.
	 */
	private static final ThreadLocal<@Nullable Integer> UNFINISHED = new ThreadLocal<>();

	/** The {@code Regions} that the caches of one manager share. */
	private final Object regions;

	private final Thread thread = Thread.currentThread();

	private final Map<Object, Part> parts = new LinkedHashMap<>();

	private final Set<String> changed = new HashSet<>();

	private boolean commitBegun;

	private boolean committed;

	private TransactionWork(Object regions) {
		this.regions = regions;
	}

	/**
	 * Returns a part of the calling thread's transaction, or creates it.
	 * @param creator creates the part, for one key always of the same type
	 */
	@SuppressWarnings("unchecked") // see above
	public static <P extends Part> P part(Object regions, Object key, Function<TransactionWork, P> creator) {
		TransactionWork found = find(regions);
		TransactionWork work = (found != null) ? found : new TransactionWork(regions);
		if (found == null) {
			TransactionSynchronizationManager.registerSynchronization(work);
			addUnfinished(1);
		}
		return (P) work.parts.computeIfAbsent(key, (same) -> creator.apply(work));
	}

	/**
	 * Returns a part of the calling thread's transaction, or {@code null} if there is
	 * none.
	 */
	public static @Nullable Part find(Object regions, Object key) {
		TransactionWork work = find(regions);
		return (work != null) ? work.parts.get(key) : null;
	}

	/**
	 * Searches the synchronizations rather than a bound resource, because Spring
	 * suspends, resumes and clears them itself.
	 */
	private static @Nullable TransactionWork find(Object regions) {
		if (UNFINISHED.get() != null && Transactions.isActive()) {
			for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
				if (each instanceof TransactionWork work && work.regions == regions) {
					return work;
				}
			}
		}
		return null;
	}

	private static void addUnfinished(int change) {
		Integer before = UNFINISHED.get();
		int after = ((before != null) ? before : 0) + change;
		if (after > 0) {
			UNFINISHED.set(after);
		}
		else {
			UNFINISHED.remove();
		}
	}

	/**
	 * Returns a listener that runs the {@code beforeCommit} of all parts after that of
	 * all synchronizations. Spring does not call synchronizations that are registered in
	 * another one's {@code beforeCommit}.
	 */
	public static TransactionExecutionListener lastBeforeCommit() {
		return new TransactionExecutionListener() {

			@Override
			public void beforeCommit(TransactionExecution transaction) {
				if (UNFINISHED.get() == null || !Transactions.isActive()) {
					return;
				}
				for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
					if (each instanceof TransactionWork work) {
						work.commitBegun = true;
						work.parts.values().forEach((part) -> part.beforeCommit(transaction.isReadOnly()));
					}
				}
			}

		};
	}

	/**
	 * {@return whether the commit has begun}
	 */
	public boolean isCommitBegun() {
		return this.commitBegun;
	}

	/**
	 * {@return whether the transaction is committed: what is added from then on takes
	 * effect at once, so that it cannot come after the commit of a later transaction}
	 */
	public boolean isCommitted() {
		return this.committed;
	}

	/**
	 * {@return the regions that the calling thread's transaction has changed so far}
	 */
	public static Set<String> changed(Object regions) {
		TransactionWork work = find(regions);
		return (work != null) ? work.changed() : Set.of();
	}

	/**
	 * {@return the regions that this transaction has changed so far}
	 */
	public Set<String> changed() {
		return this.changed;
	}

	/**
	 * Adds regions that the transaction has changed, and notifies all parts.
	 */
	public void changed(Set<String> names) {
		this.changed.addAll(names);
		this.parts.values().forEach((part) -> part.changed(names));
	}

	/**
	 * Notifies all parts that a change of this transaction has killed labels.
	 */
	public void killed(Change change) {
		this.parts.values().forEach((part) -> part.killed(change));
	}

	@Override
	public int getOrder() {
		// Other synchronizations find the caches as the transaction left them.
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public void savepoint(Object savepoint) {
		this.parts.values().forEach((part) -> part.savepoint(savepoint));
	}

	@Override
	public void savepointRollback(Object savepoint) {
		this.parts.values().forEach((part) -> part.savepointRollback(savepoint));
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
	 * Treats a rollback after the commit began as unknown. Spring reports one even if the
	 * database has committed: when a callback asked for a rollback too late, or when the
	 * commit failed with anything but a {@code TransactionException}.
	 */
	@Override
	public void afterCompletion(int status) {
		// A JTA provider may call this in another thread.
		if (Thread.currentThread() == this.thread) {
			addUnfinished(-1);
		}
		TransactionSynchronizationUtils.invokeAfterCompletion(inOrder(),
				(status == STATUS_ROLLED_BACK && this.commitBegun) ? STATUS_UNKNOWN : status);
	}

	private List<TransactionSynchronization> inOrder() {
		List<TransactionSynchronization> all = new ArrayList<>(this.parts.values());
		OrderComparator.sort(all);
		return all;
	}

	/**
	 * The work of a transaction on one cache, or on the regions. Only the methods for
	 * savepoints, {@code afterCommit} and {@code afterCompletion} are called, the last
	 * with {@code STATUS_ROLLED_BACK} only if nothing can have been committed. With
	 * {@link #lastBeforeCommit()}, {@code beforeCommit} is called, too.
	 */
	public interface Part extends TransactionSynchronization {

		/**
		 * Reacts to regions that the transaction has changed and not yet committed.
		 */
		default void changed(Set<String> regions) {
		}

		/**
		 * Renews the labels of this part's own writes, which are to survive a change of
		 * the same transaction.
		 */
		default void killed(Change change) {
		}

	}

}
