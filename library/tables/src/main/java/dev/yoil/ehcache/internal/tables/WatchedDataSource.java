package dev.yoil.ehcache.internal.tables;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import dev.yoil.ehcache.internal.sql.Effect;
import dev.yoil.ehcache.internal.tables.TableWatch.Write;
import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.listener.MethodExecutionContext;
import net.ttddyy.dsproxy.listener.MethodExecutionListener;
import net.ttddyy.dsproxy.listener.QueryExecutionListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The statements of one data source: tells a {@link TableWatch} what loads read, and what
 * transactions have written when they commit. Thread-safe. Statements before the catalog
 * of the database is read are ignored.
 */
final class WatchedDataSource implements QueryExecutionListener, MethodExecutionListener {

	private static final Logger LOG = LoggerFactory.getLogger(WatchedDataSource.class);

	private final LiveCatalog catalog;

	private final TableWatch watch;

	private final AtomicBoolean faulty = new AtomicBoolean();

	/** The uncommitted work of each connection. */
	private final Map<String, OpenTransaction> open = new ConcurrentHashMap<>();

	WatchedDataSource(LiveCatalog catalog, TableWatch watch) {
		this.catalog = catalog;
		this.watch = watch;
	}

	@Override
	public void beforeQuery(ExecutionInfo execution, List<QueryInfo> queries) {
	}

	@Override
	public void afterQuery(ExecutionInfo execution, List<QueryInfo> queries) {
		if (execution.isSuccess()) {
			guarded(() -> executed(execution, queries));
		}
	}

	/** The watch must not fail the statements of the application. */
	private void guarded(Runnable task) {
		try {
			task.run();
		}
		catch (RuntimeException | Error ex) {
			this.watch.unchecked();
			if (this.faulty.compareAndSet(false, true)) {
				LOG.warn("A statement cannot be watched; further failures are not logged", ex);
			}
		}
	}

	private void executed(ExecutionInfo execution, List<QueryInfo> queries) {
		long[] counts = counts(execution.getResult());
		for (int i = 0; i < queries.size(); i++) {
			// A prepared statement has one query and the counts of all its executions.
			boolean changed = (queries.size() > 1 && counts.length == queries.size()) ? counts[i] != 0
					: counts.length == 0 || LongStream.of(counts).anyMatch((count) -> count != 0);
			String statement = queries.get(i).getQuery();
			Effect effect = this.catalog.probable(statement);
			if (effect != null) {
				executed(effect, changed, statement, execution);
			}
		}
	}

	private void executed(Effect effect, boolean changed, String statement, ExecutionInfo execution) {
		if (TableReads.isLoading() && (effect.readsUnknown() || !effect.reads().isEmpty())) {
			TableReads.read(effect.reads(), effect.readsUnknown(), statement);
		}
		if (effect.isWrite() && (changed || effect.changesUncounted())) {
			written(effect, statement, execution);
		}
		if (effect.endsTransaction()) {
			committed(execution.getConnectionId());
		}
	}

	private void written(Effect effect, String statement, ExecutionInfo execution) {
		if (effect.writesUnknown()) {
			this.watch.writtenUnknown(statement);
		}
		Write write = this.watch.written(effect.writes(), statement);
		if (write != null) {
			if (isAutoCommit(execution)) {
				this.watch.committed(List.of(write));
			}
			else {
				change(execution.getConnectionId(), (transaction) -> {
					if (!transaction.add(write)) {
						this.watch.unchecked();
					}
				});
			}
		}
	}

	private void change(String connection, Consumer<OpenTransaction> change) {
		this.open.compute(connection, (same, present) -> {
			OpenTransaction transaction = (present != null) ? present : new OpenTransaction();
			change.accept(transaction);
			return transaction;
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

	/** Returns the update counts; none if they are not known. */
	private static long[] counts(@Nullable Object result) {
		if (result instanceof long[] counts) {
			return counts;
		}
		if (result instanceof int[] counts) {
			return IntStream.of(counts).asLongStream().toArray();
		}
		return (result instanceof Number count) ? new long[] { count.longValue() } : new long[0];
	}

	@Override
	public void beforeMethod(MethodExecutionContext execution) {
	}

	@Override
	public void afterMethod(MethodExecutionContext execution) {
		if (execution.getTarget() instanceof Connection && !this.open.isEmpty()) {
			String connection = execution.getConnectionInfo().getConnectionId();
			if (this.open.containsKey(connection)) {
				guarded(() -> called(connection, execution));
			}
		}
	}

	private void called(String connection, MethodExecutionContext execution) {
		Object[] arguments = execution.getMethodArgs();
		boolean failed = execution.getThrown() != null;
		switch (execution.getMethod().getName()) {
			case "commit" -> {
				if (failed) {
					this.open.remove(connection);
				}
				else {
					committed(connection);
				}
			}
			// A transaction manager of several resources commits otherwise.
			case "close", "setAutoCommit" -> committed(connection);
			case "abort" -> this.open.remove(connection);
			case "rollback" -> {
				if (arguments == null || arguments.length == 0) {
					this.open.remove(connection);
				}
				else {
					change(connection, (transaction) -> transaction.rollback(arguments[0]));
				}
			}
			case "setSavepoint" -> {
				Object savepoint = execution.getResult();
				if (savepoint != null) {
					change(connection, (transaction) -> transaction.setSavepoint(savepoint));
				}
			}
			case "releaseSavepoint" -> change(connection, (transaction) -> transaction.releaseSavepoint(arguments[0]));
			default -> {
			}
		}
	}

	private void committed(String connection) {
		OpenTransaction transaction = this.open.remove(connection);
		if (transaction != null) {
			this.watch.committed(transaction.writes());
		}
	}

}
