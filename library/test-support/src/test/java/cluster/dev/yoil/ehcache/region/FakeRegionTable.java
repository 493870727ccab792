package dev.yoil.ehcache.region;

import java.time.Duration;
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
 * A region table in memory with transactions and a log of operations. For one thread.
 */
public final class FakeRegionTable extends AbstractPlatformTransactionManager implements RegionTable {

	private static final long serialVersionUID = 1L;

	/** The operations in order. */
	final transient List<String> log = new ArrayList<>();

	private final transient Map<String, RegionVersion> rows = new HashMap<>();

	private final transient List<Runnable> later = new ArrayList<>();

	/** The rows of the open transaction; {@code null} if there is none. */
	private transient @Nullable Map<String, RegionVersion> uncommitted;

	private transient @Nullable RuntimeException failureOfCommit;

	private transient Runnable beforeIncrement = () -> {
	};

	private transient Runnable afterIncrement = () -> {
	};

	private boolean isPartOfTransaction = true;

	private long horizon;

	private transient @Nullable RuntimeException brokenConnection;

	/**
	 * Lets the next commit succeed, but reports it as failed.
	 */
	void failNextCommit(RuntimeException failure) {
		this.failureOfCommit = failure;
	}

	/**
	 * Breaks the connection of the thread.
	 */
	void breakConnection(RuntimeException failure) {
		this.brokenConnection = failure;
	}

	/**
	 * Runs an action before each increment.
	 */
	public void beforeIncrement(Runnable action) {
		this.beforeIncrement = action;
	}

	/**
	 * Runs an action after each increment.
	 */
	public void afterIncrement(Runnable action) {
		this.afterIncrement = action;
	}

	/**
	 * Takes increments out of the transactions.
	 */
	public void leaveTransactions() {
		this.isPartOfTransaction = false;
	}

	/**
	 * Lets versions with a lower number be absent.
	 */
	public void horizon(long number) {
		this.horizon = number;
		this.rows.entrySet()
			.removeIf((row) -> row.getValue().number() < number && !row.getKey().equals(RegionTable.SECRET));
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
		if (this.brokenConnection != null) {
			throw this.brokenConnection;
		}
		return this.isPartOfTransaction && this.uncommitted != null;
	}

	@Override
	public Map<String, RegionIncrement> increment(SortedSet<String> regions) {
		this.log.add("increment " + regions);
		this.beforeIncrement.run();
		Map<String, RegionIncrement> incremented = new HashMap<>();
		for (String region : regions) {
			RegionVersion before = this.rows.get(region);
			long previous = (before != null) ? before.number() : 0;
			incremented.put(region, new RegionIncrement(new RegionVersion(previous + 1, UUID.randomUUID()), previous));
		}
		((this.uncommitted != null) ? this.uncommitted : this.rows).putAll(RegionIncrement.versions(incremented));
		this.afterIncrement.run();
		return incremented;
	}

	@Override
	public boolean runLater(Runnable task, Duration delay) {
		this.log.add("later");
		this.later.add(task);
		return true;
	}

	/**
	 * Makes the deferred increments.
	 */
	public void incrementLate() {
		while (!this.later.isEmpty()) {
			this.later.remove(0).run();
		}
	}

	@Override
	public void wakeOthers(Map<String, RegionVersion> incremented) {
		this.log.add("wake " + incremented.keySet().stream().sorted().toList());
	}

	@Override
	public RegionRead read(@Nullable RegionRead last, Consumer<Map<String, RegionVersion>> parts) {
		parts.accept(Map.copyOf(this.rows));
		return RegionRead.ofAll(this.horizon);
	}

	@Override
	public void prune(int kept) {
		throw new UnsupportedOperationException();
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
		// Needed for participating transactions only, which no test has.
	}

	@Override
	protected void doCleanupAfterCompletion(Object transaction) {
		this.uncommitted = null;
	}

}
