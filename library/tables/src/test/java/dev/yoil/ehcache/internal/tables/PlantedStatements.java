package dev.yoil.ehcache.internal.tables;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import javax.sql.DataSource;

import dev.yoil.ehcache.internal.sql.Effect;
import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.listener.MethodExecutionContext;
import net.ttddyy.dsproxy.listener.MethodExecutionListener;
import net.ttddyy.dsproxy.listener.QueryExecutionListener;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;

/**
 * The statements of a data source with a planted fault, which a check has to find.
 */
final class PlantedStatements implements QueryExecutionListener, MethodExecutionListener {

	private final DataSource target;

	private final TableDependencies dependencies;

	private final Fault fault;

	private final LiveCatalog catalog;

	private final TableWatch watch;

	private final Map<String, WatchedConnection> connections = new ConcurrentHashMap<>();

	PlantedStatements(DataSource target, TableWatch watch, TableDependencies dependencies, Fault fault) {
		this.target = target;
		this.watch = watch;
		this.dependencies = dependencies;
		this.fault = fault;
		this.catalog = new LiveCatalog(target, Clock.systemUTC());
	}

	DataSource source() {
		return ProxyDataSourceBuilder.create(this.target).listener(this).methodListener(this).build();
	}

	void step() {
		this.catalog.step((found) -> this.dependencies.know(found.tables()));
	}

	private WatchedConnection watched(String id, Connection connection) {
		return this.connections.computeIfAbsent(id,
				(same) -> new WatchedConnection(connection, this.catalog, this.watch, this.dependencies));
	}

	private WatchedConnection watched(ExecutionInfo execution) {
		try {
			return watched(execution.getConnectionId(), execution.getStatement().getConnection());
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void beforeQuery(ExecutionInfo execution, List<QueryInfo> queries) {
		WatchedConnection watched = watched(execution);
		switch (this.fault) {
			case SNAPSHOT_NOT_SEEN -> {
				execution.setIsolationLevel(Connection.TRANSACTION_READ_COMMITTED);
				watched.beforeQuery(execution, queries);
			}
			case READ_NOT_SEEN -> watched.beforeQuery(execution, List.of(new QueryInfo("select n from other")));
			case READ_SEEN_AFTERWARDS -> {
			}
			default -> watched.beforeQuery(execution, queries);
		}
	}

	@Override
	public void afterQuery(ExecutionInfo execution, List<QueryInfo> queries) {
		WatchedConnection watched = watched(execution);
		switch (this.fault) {
			case WRITE_NOT_SEEN -> {
			}
			case CHANGED_BEFORE_THE_COMMIT -> queries.forEach((query) -> {
				Effect effect = this.catalog.certain(query.getQuery());
				this.dependencies.changedHere(TableDependencies.changed(effect));
			});
			case READ_SEEN_AFTERWARDS -> {
				watched.beforeQuery(execution, queries);
				watched.afterQuery(execution, queries);
			}
			default -> watched.afterQuery(execution, queries);
		}
	}

	@Override
	public void beforeMethod(MethodExecutionContext execution) {
	}

	@Override
	public void afterMethod(MethodExecutionContext execution) {
		if (execution.getTarget() instanceof Connection connection) {
			watched(execution.getConnectionInfo().getConnectionId(), connection).afterMethod(execution);
		}
	}

	/** A fault. */
	enum Fault {

		/** Loads do not depend on the table. */
		READ_NOT_SEEN,

		/** A load depends on a table only after it has read the table. */
		READ_SEEN_AFTERWARDS,

		WRITE_NOT_SEEN,

		/** Values are removed when the statement returns, not when it is committed. */
		CHANGED_BEFORE_THE_COMMIT,

		/** Loads do not know that they read an old snapshot. */
		SNAPSHOT_NOT_SEEN

	}

}
