package dev.yoil.ehcache.internal.tables;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import javax.sql.DataSource;

import dev.yoil.ehcache.internal.sql.DatabaseCatalog;
import dev.yoil.ehcache.internal.sql.Effect;
import dev.yoil.ehcache.internal.sql.SqlTables;
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

	/** A table that another program creates is known after that. */
	private static final Duration REREAD = Duration.ofMinutes(10);

	private static final Logger LOG = LoggerFactory.getLogger(WatchedDataSource.class);

	private final DataSource target;

	/** Precedes the names of tables. */
	private final String prefix;

	private final TableWatch watch;

	private final Clock clock;

	private volatile @Nullable SqlTables tables;

	private volatile long rereadAt;

	private boolean failing;

	/** The uncommitted writes of each connection. */
	private final Map<String, List<Write>> open = new ConcurrentHashMap<>();

	WatchedDataSource(DataSource target, String prefix, TableWatch watch, Clock clock) {
		this.target = target;
		this.prefix = prefix;
		this.watch = watch;
		this.clock = clock;
	}

	/** Reads the catalog of the database, if it is new or may have changed. */
	synchronized void step() {
		if (this.tables != null && this.clock.millis() < this.rereadAt) {
			return;
		}
		this.rereadAt = this.clock.millis() + REREAD.toMillis();
		try (Connection connection = this.target.getConnection()) {
			this.tables = new SqlTables(DatabaseCatalog.read(connection));
			this.failing = false;
		}
		catch (SQLException ex) {
			this.rereadAt = 0;
			if (!this.failing) {
				LOG.warn("The tables of the database cannot be read, so they are not watched for now", ex);
			}
			this.failing = true;
		}
	}

	@Override
	public void beforeQuery(ExecutionInfo execution, List<QueryInfo> queries) {
	}

	@Override
	public void afterQuery(ExecutionInfo execution, List<QueryInfo> queries) {
		SqlTables known = this.tables;
		if (known == null || !execution.isSuccess()) {
			return;
		}
		for (QueryInfo query : queries) {
			executed(known.of(query.getQuery()), query.getQuery(), execution);
		}
	}

	private void executed(Effect effect, String statement, ExecutionInfo execution) {
		if (TableReads.isLoading() && (effect.readsUnknown() || !effect.reads().isEmpty())) {
			TableReads.read(named(effect.reads()), effect.readsUnknown(), statement);
		}
		if (effect.isWrite() && !hasChangedNothing(execution.getResult())) {
			written(effect, statement, execution);
		}
		if (effect.changesCatalog()) {
			this.rereadAt = 0;
		}
		if (effect.endsTransaction()) {
			committed(execution.getConnectionId());
		}
	}

	private void written(Effect effect, String statement, ExecutionInfo execution) {
		if (effect.writesUnknown()) {
			this.watch.writtenUnknown(statement);
		}
		Write write = this.watch.written(named(effect.writes()), statement);
		if (write != null) {
			this.open.computeIfAbsent(execution.getConnectionId(), (same) -> new ArrayList<>()).add(write);
			if (isAutoCommit(execution)) {
				committed(execution.getConnectionId());
			}
		}
	}

	private static boolean isAutoCommit(ExecutionInfo execution) {
		try {
			return execution.getStatement().getConnection().getAutoCommit();
		}
		catch (SQLException ex) {
			return true;
		}
	}

	private static boolean hasChangedNothing(@Nullable Object result) {
		if (result instanceof int[] counts) {
			for (int count : counts) {
				if (count != 0) {
					return false;
				}
			}
			return true;
		}
		return result instanceof Number count && count.longValue() == 0;
	}

	private Set<String> named(Set<String> names) {
		return this.prefix.isEmpty() ? names
				: names.stream().map(this.prefix::concat).collect(Collectors.toUnmodifiableSet());
	}

	@Override
	public void beforeMethod(MethodExecutionContext execution) {
	}

	@Override
	public void afterMethod(MethodExecutionContext execution) {
		if (!(execution.getTarget() instanceof Connection) || this.open.isEmpty()) {
			return;
		}
		String connection = execution.getConnectionInfo().getConnectionId();
		switch (execution.getMethod().getName()) {
			// A transaction manager of several resources commits otherwise.
			case "commit", "close", "setAutoCommit", "abort" -> committed(connection);
			case "rollback" -> {
				if (execution.getMethod().getParameterCount() == 0) {
					this.open.remove(connection);
				}
			}
			default -> {
			}
		}
	}

	private void committed(String connection) {
		List<Write> writes = this.open.remove(connection);
		if (writes != null) {
			this.watch.committed(writes);
		}
	}

}
