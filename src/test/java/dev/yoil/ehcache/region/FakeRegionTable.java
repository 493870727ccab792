package dev.yoil.ehcache.region;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.UUID;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * A table of versions in memory, with transactions, that writes down what is done to it.
 * For one thread.
 */
public final class FakeRegionTable extends AbstractPlatformTransactionManager implements RegionTable {

	private static final long serialVersionUID = 1L;

	/** What was done, in order. */
	final transient List<String> log = new ArrayList<>();

	private final transient Map<String, RegionVersion> rows = new HashMap<>();

	private final transient List<Runnable> later = new ArrayList<>();

	/** Of the open transaction; {@code null} if there is none. */
	private transient @Nullable Map<String, RegionVersion> uncommitted;

	private transient @Nullable RuntimeException failureOfCommit;

	private transient Runnable beforeRaise = () -> {
	};

	private transient Runnable afterRaise = () -> {
	};

	private boolean isPartOfTransaction = true;

	/**
	 * Has the next commit take place and be reported as failed.
	 */
	void failNextCommit(RuntimeException failure) {
		this.failureOfCommit = failure;
	}

	/**
	 * Has something done whenever versions are about to be raised.
	 */
	public void beforeRaise(Runnable action) {
		this.beforeRaise = action;
	}

	/**
	 * Has something done whenever versions were raised.
	 */
	public void afterRaise(Runnable action) {
		this.afterRaise = action;
	}

	/**
	 * Has what is raised not belong to the transactions.
	 */
	public void leaveTransactions() {
		this.isPartOfTransaction = false;
	}

	/**
	 * Commits a version, as another instance does.
	 */
	public void set(String region, long number) {
		this.rows.put(region, new RegionVersion(number, UUID.randomUUID()));
	}

	void delete(String region) {
		this.rows.remove(region);
	}

	@Override
	public boolean isPartOfTransaction() {
		return this.isPartOfTransaction && this.uncommitted != null;
	}

	@Override
	public Map<String, RegionVersion> raise(SortedSet<String> regions) {
		this.log.add("raise " + regions);
		this.beforeRaise.run();
		Map<String, RegionVersion> raised = new HashMap<>();
		for (String region : regions) {
			RegionVersion before = this.rows.get(region);
			raised.put(region, new RegionVersion((before != null) ? before.number() + 1 : 1, UUID.randomUUID()));
		}
		((this.uncommitted != null) ? this.uncommitted : this.rows).putAll(raised);
		this.afterRaise.run();
		return raised;
	}

	@Override
	public void raiseLater(SortedSet<String> regions, Consumer<Map<String, RegionVersion>> raised) {
		this.log.add("raise later " + regions);
		this.later.add(() -> raised.accept(raise(regions)));
	}

	/**
	 * Raises what was to be raised later.
	 */
	public void raiseLate() {
		this.later.forEach(Runnable::run);
		this.later.clear();
	}

	@Override
	public void wakeOthers(Map<String, RegionVersion> raised) {
		this.log.add("wake " + raised.keySet().stream().sorted().toList());
	}

	@Override
	public Map<String, RegionVersion> read() {
		return Map.copyOf(this.rows);
	}

	@Override
	protected Object doGetTransaction() {
		return this;
	}

	@Override
	protected boolean isExistingTransaction(Object transaction) {
		return this.uncommitted != null;
	}

	@Override
	protected void doBegin(Object transaction, TransactionDefinition definition) {
		this.uncommitted = new HashMap<>();
	}

	@Override
	protected @Nullable Object doSuspend(Object transaction) {
		Object suspended = this.uncommitted;
		this.uncommitted = null;
		return suspended;
	}

	@Override
	@SuppressWarnings("unchecked") // what was suspended
	protected void doResume(@Nullable Object transaction, Object suspended) {
		this.uncommitted = (Map<String, RegionVersion>) suspended;
	}

	@Override
	protected void doCommit(DefaultTransactionStatus status) {
		this.log.add("commit");
		if (this.uncommitted != null) {
			this.rows.putAll(this.uncommitted);
		}
		RuntimeException failure = this.failureOfCommit;
		this.failureOfCommit = null;
		if (failure != null) {
			throw failure;
		}
	}

	@Override
	protected void doRollback(DefaultTransactionStatus status) {
		this.log.add("rollback");
	}

	@Override
	protected void doSetRollbackOnly(DefaultTransactionStatus status) {
		// What takes part in a transaction only says so; no test does.
	}

	@Override
	protected void doCleanupAfterCompletion(Object transaction) {
		this.uncommitted = null;
	}

}
