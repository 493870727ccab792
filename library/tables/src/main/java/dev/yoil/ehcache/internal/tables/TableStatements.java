package dev.yoil.ehcache.internal.tables;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import dev.yoil.ehcache.internal.sql.Effect;
import dev.yoil.ehcache.internal.tx.Transactions;
import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.listener.MethodExecutionContext;
import net.ttddyy.dsproxy.listener.MethodExecutionListener;
import net.ttddyy.dsproxy.listener.QueryExecutionListener;
import net.ttddyy.dsproxy.proxy.ProxyJdbcObject;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The statements of one data source: makes loads depend on the tables before they are
 * read, and changes the regions of tables that were written. A statement that failed
 * counts as executed. Thread-safe.
 */
final class TableStatements implements QueryExecutionListener, MethodExecutionListener {

	/** Finds what may write in a text before the catalog is known. */
	private static final Pattern WRITE = Pattern
		.compile("(?i)\\b(insert|update|delete|merge|replace|truncate|create|alter|drop|call|copy|into|do|execute)\\b");

	private static final Pattern DEFINITION = Pattern
		.compile("(?i)\\b(create|alter|drop|rename|call|do|execute|into)\\b");

	/** Finds a statement that may change the isolation. */
	private static final Pattern ISOLATION = Pattern
		.compile("(?is)\\s*(set|begin|start)\\b.*(repeatable|serializable|snapshot)");

	private static final Pattern ROLLBACK = Pattern.compile("(?i)\\s*rollback\\b");

	private static final Logger LOG = LoggerFactory.getLogger(TableStatements.class);

	private final LiveCatalog catalog;

	private final TableDependencies dependencies;

	/** What is left to do for connections in use. */
	private final Map<String, Use> used = new ConcurrentHashMap<>();

	TableStatements(LiveCatalog catalog, TableDependencies dependencies) {
		this.catalog = catalog;
		this.dependencies = dependencies;
	}

	@Override
	public void beforeQuery(ExecutionInfo execution, List<QueryInfo> queries) {
		if (!this.dependencies.isActive()) {
			return;
		}
		try {
			Use use = this.used.get(execution.getConnectionId());
			boolean snapshot = (use != null && use.snapshot != null) ? use.snapshot : this.catalog.hasSnapshots();
			boolean snapshots = snapshot && !isAutoCommit(execution);
			if (use != null && use.isRolledBackAlone()) {
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

	@Override
	public void afterQuery(ExecutionInfo execution, List<QueryInfo> queries) {
		queries.forEach((query) -> executed(query.getQuery(), execution));
	}

	private void executed(String statement, ExecutionInfo execution) {
		Effect effect = this.catalog.certain(statement);
		Effect probable = this.catalog.probable(statement);
		if ((probable != null) ? probable.changesCatalog() : DEFINITION.matcher(statement).find()) {
			this.catalog.changed();
			use(execution, (use) -> use.defined = true);
		}
		if (ROLLBACK.matcher(statement).lookingAt()) {
			rolledBack(execution.getConnectionId());
		}
		if (ISOLATION.matcher(statement).lookingAt()) {
			use(execution, (use) -> use.snapshot = true);
		}
		if ((effect != null) ? effect.isWrite() || effect.changesCatalog()
				: WRITE.matcher(statement).find() && !statement.contains("cache_region")) {
			written(TableDependencies.changed(effect), execution);
		}
		Use use = this.used.get(execution.getConnectionId());
		if (use != null && (effect == null || effect.endsTransaction())) {
			// If that was no commit, one may follow.
			announce(use);
		}
	}

	private void written(Set<String> changed, ExecutionInfo execution) {
		if (!this.dependencies.isActive()) {
			this.dependencies.writtenBefore();
		}
		boolean atOnce = isAutoCommit(execution);
		boolean withTransaction = !atOnce && Transactions.isActive();
		if (withTransaction) {
			this.dependencies.changedInTransaction(changed);
		}
		boolean ofTransaction = withTransaction && isOfTransaction(execution);
		use(execution, (use) -> (ofTransaction ? use.writtenInTransaction : use.written).addAll(changed));
		if (atOnce) {
			committed(execution.getConnectionId());
		}
	}

	private void use(ExecutionInfo execution, Consumer<Use> change) {
		this.used.compute(execution.getConnectionId(), (same, present) -> {
			Use use = (present != null) ? present : new Use();
			change.accept(use);
			return use;
		});
	}

	private static boolean isAutoCommit(ExecutionInfo execution) {
		try {
			return execution.getStatement().getConnection().getAutoCommit();
		}
		catch (SQLException ex) {
			return true;
		}
	}

	/** Tells whether the transaction of the calling thread is that of a connection. */
	private static boolean isOfTransaction(ExecutionInfo execution) {
		try {
			Connection connection = execution.getStatement().getConnection();
			return TransactionSynchronizationManager.getResourceMap()
				.values()
				.stream()
				.anyMatch((resource) -> resource instanceof ConnectionHolder holder
						&& holder.getConnectionHandle() != null
						&& holder.getConnection() instanceof ProxyJdbcObject ours && ours.getTarget() == connection);
		}
		catch (SQLException | RuntimeException ex) {
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
		String connection = execution.getConnectionInfo().getConnectionId();
		Object[] arguments = execution.getMethodArgs();
		switch (execution.getMethod().getName()) {
			case "setTransactionIsolation" ->
				this.used.computeIfAbsent(connection, (same) -> new Use()).snapshot = LiveCatalog
					.isSnapshot((Integer) arguments[0]);
			case "rollback" -> {
				if (execution.getThrown() != null) {
					committed(connection);
				}
				else if (arguments == null || arguments.length == 0) {
					TableReads.depend(DependentLabel::makeUnusable);
					Use use = this.used.get(connection);
					if (use != null) {
						use.clear();
					}
				}
				else {
					rolledBack(connection);
				}
			}
			case "commit" -> {
				Use use = this.used.get(connection);
				// A commit that failed may have succeeded.
				if (use != null && execution.getThrown() == null) {
					use.writtenInTransaction.clear();
				}
				committed(connection);
			}
			case "setAutoCommit", "abort" -> committed(connection);
			case "close" -> {
				committed(connection);
				Use use = this.used.remove(connection);
				if (use != null && !use.announced.isEmpty()) {
					// Not earlier: this may need another connection of the same pool.
					this.dependencies.changedNow(use.announced);
				}
			}
			default -> {
			}
		}
	}

	/**
	 * Keeps out what was loaded since a savepoint. After the rollback of its transaction,
	 * Spring stores nothing itself.
	 */
	private void rolledBack(String connection) {
		Use use = this.used.get(connection);
		if (use != null) {
			TableReads.depend(DependentLabel::makeUnusable);
			if (!use.writtenInTransaction.isEmpty() && Transactions.isActive()) {
				this.dependencies.changedInTransaction(use.writtenInTransaction);
			}
		}
	}

	private void committed(String connection) {
		Use use = this.used.get(connection);
		if (use == null) {
			return;
		}
		if (use.defined) {
			// What was read before the commit lacks the change.
			this.catalog.changed();
			use.defined = false;
		}
		announce(use);
		use.clear();
	}

	private void announce(Use use) {
		Set<String> written = new HashSet<>(use.written);
		written.addAll(use.writtenInTransaction);
		use.announced.addAll(written);
		this.dependencies.changedHere(written);
	}

	/** What was done with a connection. For its thread. */
	private static final class Use {

		/** The regions of tables that were written, and are not committed. */
		private final Set<String> written = new HashSet<>();

		/**
		 * Those that the transaction of Spring changes when it commits. It does not know
		 * of a statement that commits, or that is executed after its commit.
		 */
		private final Set<String> writtenInTransaction = new HashSet<>();

		/** The regions whose changes other instances have to be told. */
		private final Set<String> announced = new HashSet<>();

		/** Whether a statement may have changed the catalog. */
		private boolean defined;

		/** Whether its transactions read a snapshot; {@code null} by default. */
		private @Nullable Boolean snapshot;

		/**
		 * {@return whether it has rows that may be rolled back after a value that was
		 * loaded from them is stored}
		 */
		boolean isRolledBackAlone() {
			return !this.written.isEmpty() || (!this.writtenInTransaction.isEmpty() && !Transactions.mayWrite());
		}

		void clear() {
			this.written.clear();
			this.writtenInTransaction.clear();
		}

	}

}
