package dev.yoil.ehcache.internal.tables;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.yoil.ehcache.internal.sql.Effect;
import dev.yoil.ehcache.internal.tables.TableWatch.Write;
import dev.yoil.ehcache.internal.tx.Transactions;
import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.listener.MethodExecutionContext;
import net.ttddyy.dsproxy.listener.MethodExecutionListener;
import net.ttddyy.dsproxy.listener.QueryExecutionListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ObjectUtils;

/**
 * The statements of one connection. Makes loads depend on the tables before they are
 * read, and changes the regions of tables that were written: there, a statement that
 * failed counts as executed. Tells a {@link TableWatch} what loads read, and what
 * transactions have written when they commit. For one thread at a time.
 */
final class WatchedConnection implements QueryExecutionListener, MethodExecutionListener {

	/** Finds what may write in a text while the catalog may lack a change. */
	private static final Pattern WRITE = Pattern.compile("(?i)\\b(insert|update|delete|merge|replace|truncate|create|"
			+ "alter|drop|rename|call|copy|into|do|execute)\\b");

	/** Finds a rollback, and a statement that may change the isolation. */
	private static final Pattern CONTROL = Pattern
		.compile("(?is)\\s*(?:(rollback)\\b|(?:set|begin|start)\\b.*(?:repeatable|serializable|snapshot))");

	private static final Logger LOG = LoggerFactory.getLogger(WatchedConnection.class);

	private final Connection connection;

	private final LiveCatalog catalog;

	private final TableWatch watch;

	private final TableDependencies dependencies;

	/** The writes to tell the watch at the commit; {@code null} for none. */
	private @Nullable OpenTransaction open;

	/** The regions of tables that were written, and are not committed. */
	private final Set<String> written = new HashSet<>();

	/**
	 * Those that the transaction of Spring changes when it commits. It does not know of a
	 * statement that commits, or that is executed after its commit.
	 */
	private final Set<String> writtenInTransaction = new HashSet<>();

	/** Those that the connection has committed, maybe before a rollback by Spring. */
	private final Set<String> committedInTransaction = new HashSet<>();

	/** The regions whose changes other instances have to be told. */
	private final Set<String> announced = new HashSet<>();

	/** Set by a statement that may have changed the catalog. */
	private boolean defined;

	/** Set by a statement that may have made transactions read a snapshot. */
	private boolean snapshot;

	WatchedConnection(Connection connection, LiveCatalog catalog, TableWatch watch, TableDependencies dependencies) {
		this.connection = connection;
		this.catalog = catalog;
		this.watch = watch;
		this.dependencies = dependencies;
	}

	@Override
	public void beforeQuery(ExecutionInfo execution, List<QueryInfo> queries) {
		if (!this.dependencies.isActive()) {
			return;
		}
		try {
			boolean snapshots = (this.snapshot || this.catalog.hasSnapshots(execution.getIsolationLevel()))
					&& !isAutoCommit();
			if (isRolledBackAlone()) {
				TableReads.depend(DependentLabel::makeUnusable);
			}
			queries.forEach((query) -> this.dependencies.read(this.catalog.certain(query.getQuery()), snapshots));
			if (!this.catalog.isComplete()) {
				// It has changed since the effects were read, maybe before the labels.
				this.dependencies.read(null, false);
			}
		}
		catch (RuntimeException ex) {
			LOG.warn("The tables that a statement reads are not known, so its load stores nothing", ex);
			TableReads.depend(DependentLabel::makeUnusable);
		}
	}

	/**
	 * {@return whether there are rows that may be rolled back after a value that was
	 * loaded from them is stored}
	 */
	private boolean isRolledBackAlone() {
		return !this.written.isEmpty() || (!this.writtenInTransaction.isEmpty() && !Transactions.mayWrite());
	}

	private boolean isAutoCommit() {
		try {
			return this.connection.getAutoCommit();
		}
		catch (SQLException ex) {
			return true;
		}
	}

	@Override
	public void afterQuery(ExecutionInfo execution, List<QueryInfo> queries) {
		List<Object> counts = counts(execution.getResult());
		for (int i = 0; i < queries.size(); i++) {
			String statement = queries.get(i).getQuery();
			// First, because the catalog may be read at any time.
			boolean complete = this.catalog.isComplete();
			Effect effect = this.catalog.probable(statement);
			if (effect != null && execution.isSuccess()) {
				// A prepared statement has one query and the counts of all its
				// executions.
				List<Object> own = (queries.size() > 1 && counts.size() == queries.size()) ? counts.subList(i, i + 1)
						: counts;
				this.watch.guarded(() -> watched(effect, own, statement));
			}
			executed(statement, effect, complete);
		}
	}

	/** Returns the update counts; none if they are not known. */
	private static List<Object> counts(@Nullable Object result) {
		return (result instanceof int[] || result instanceof long[]) ? Arrays.asList(ObjectUtils.toObjectArray(result))
				: (result instanceof Number) ? List.of(result) : List.of();
	}

	private void watched(Effect effect, List<Object> counts, String statement) {
		if (TableReads.isLoading() && (effect.readsUnknown() || !effect.reads().isEmpty())) {
			TableReads.read(effect.reads(), effect.readsUnknown(), statement);
		}
		if (effect.isWrite() && (effect.changesUncounted() || isAnyChanged(counts))) {
			if (effect.writesUnknown()) {
				this.watch.writtenUnknown(statement);
			}
			Write write = this.watch.written(effect.writes(), statement);
			if (write != null) {
				keep(write);
			}
		}
		if (effect.endsTransaction() || (this.open != null && isAutoCommit())) {
			tellWatch();
		}
	}

	private static boolean isAnyChanged(List<Object> counts) {
		return counts.isEmpty() || counts.stream().anyMatch((count) -> ((Number) count).longValue() != 0);
	}

	private void keep(Write write) {
		OpenTransaction transaction = (this.open != null) ? this.open : new OpenTransaction();
		this.open = transaction;
		if (!transaction.add(write)) {
			this.watch.unchecked();
		}
	}

	private void executed(String statement, @Nullable Effect effect, boolean complete) {
		executedControl(statement);
		if (effect != null && complete) {
			executed(effect.changesCatalog(), TableDependencies.changed(effect));
		}
		else {
			boolean worded = WRITE.matcher(statement).find();
			boolean writes = (worded || (effect != null && effect.isWrite())) && !statement.contains("cache_region");
			executed((effect != null) ? effect.changesCatalog() : worded,
					writes ? TableDependencies.changed(null) : Set.of());
		}
		if (effect == null || !complete || effect.endsTransaction()) {
			// If that was no commit, one may follow.
			announce();
		}
	}

	private void executedControl(String statement) {
		Matcher control = CONTROL.matcher(statement);
		if (control.lookingAt()) {
			if (control.group(1) != null) {
				rolledBackPartly();
			}
			else {
				this.snapshot = true;
			}
		}
	}

	private void executed(boolean definition, Set<String> changed) {
		if (definition) {
			this.catalog.changed();
			this.defined = true;
		}
		if (!changed.isEmpty()) {
			written(changed);
		}
	}

	private void written(Set<String> changed) {
		if (!this.dependencies.isActive()) {
			this.dependencies.writtenBefore();
		}
		boolean atOnce = isAutoCommit();
		boolean withTransaction = !atOnce && Transactions.isActive();
		if (withTransaction) {
			this.dependencies.changedInTransaction(changed);
		}
		((withTransaction && isOfTransaction()) ? this.writtenInTransaction : this.written).addAll(changed);
		if (atOnce) {
			committed();
		}
	}

	/** Tells whether the transaction of the calling thread is that of the connection. */
	private boolean isOfTransaction() {
		try {
			return TransactionSynchronizationManager.getResourceMap()
				.values()
				.stream()
				.anyMatch((resource) -> resource instanceof ConnectionHolder holder
						&& holder.getConnectionHandle() != null && holder.getConnection().equals(this.connection));
		}
		catch (RuntimeException ex) {
			return false;
		}
	}

	@Override
	public void beforeMethod(MethodExecutionContext execution) {
	}

	@Override
	public void afterMethod(MethodExecutionContext execution) {
		if (!(execution.getTarget() instanceof Connection)) {
			return;
		}
		Object[] arguments = execution.getMethodArgs();
		boolean failed = execution.getThrown() != null;
		switch (execution.getMethod().getName()) {
			case "commit" -> {
				if (failed) {
					this.open = null;
					mayBeCommitted();
				}
				else {
					this.committedInTransaction.addAll(this.writtenInTransaction);
					this.writtenInTransaction.clear();
					ended();
				}
			}
			// A transaction manager of several resources commits otherwise.
			case "setAutoCommit" -> {
				if (isAutoCommit()) {
					ended();
				}
				else {
					mayBeCommitted();
				}
			}
			case "abort" -> {
				this.open = null;
				ended();
			}
			case "close" -> {
				ended();
				// Not earlier: this may need another connection of the same pool.
				this.dependencies.changedNow(Set.copyOf(this.announced));
				this.announced.clear();
			}
			case "rollback" -> rolledBack(ObjectUtils.isEmpty(arguments) ? null : arguments[0], failed);
			case "setSavepoint" -> {
				if (this.open != null && !failed) {
					this.open.setSavepoint(execution.getResult());
				}
			}
			default -> {
			}
		}
	}

	private void rolledBack(@Nullable Object savepoint, boolean failed) {
		if (savepoint == null) {
			this.open = null;
		}
		else if (this.open != null) {
			this.open.rollback(savepoint);
		}
		if (failed) {
			mayBeCommitted();
		}
		else if (savepoint != null) {
			rolledBackPartly();
		}
		else {
			TableReads.depend(DependentLabel::makeUnusable);
			this.written.clear();
			this.writtenInTransaction.clear();
			announce(this.committedInTransaction);
			this.committedInTransaction.clear();
		}
	}

	/**
	 * Keeps out what was loaded since a savepoint. After the rollback of its transaction,
	 * Spring stores nothing itself.
	 */
	private void rolledBackPartly() {
		TableReads.depend(DependentLabel::makeUnusable);
		if (!this.writtenInTransaction.isEmpty() && Transactions.isActive()) {
			this.dependencies.changedInTransaction(this.writtenInTransaction);
		}
	}

	private void ended() {
		tellWatch();
		committed();
	}

	private void tellWatch() {
		OpenTransaction transaction = this.open;
		if (transaction != null) {
			this.open = null;
			this.watch.guarded(() -> this.watch.committed(transaction.writes()));
		}
	}

	/** After a failure, the transaction may also go on, and be committed later. */
	private void mayBeCommitted() {
		if (this.defined) {
			// What was read before the commit lacks the change.
			this.catalog.changed();
		}
		announce();
	}

	private void committed() {
		mayBeCommitted();
		this.defined = false;
		this.written.clear();
		this.writtenInTransaction.clear();
	}

	private void announce() {
		Set<String> all = new HashSet<>(this.written);
		all.addAll(this.writtenInTransaction);
		announce(all);
	}

	private void announce(Set<String> all) {
		this.announced.addAll(all);
		this.dependencies.changedHere(all);
	}

}
