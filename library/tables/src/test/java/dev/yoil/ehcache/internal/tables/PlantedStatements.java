package dev.yoil.ehcache.internal.tables;

import java.time.Clock;
import java.util.List;

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

	private final TableStatements statements;

	PlantedStatements(DataSource target, TableDependencies dependencies, Fault fault) {
		this.target = target;
		this.dependencies = dependencies;
		this.fault = fault;
		this.catalog = new LiveCatalog(target, Clock.systemUTC());
		this.statements = new TableStatements(this.catalog, dependencies);
	}

	DataSource source() {
		return ProxyDataSourceBuilder.create(this.target).listener(this).methodListener(this).build();
	}

	void step() {
		this.catalog.step((found) -> this.dependencies.know(found.tables()));
	}

	@Override
	public void beforeQuery(ExecutionInfo execution, List<QueryInfo> queries) {
		switch (this.fault) {
			case READ_NOT_SEEN -> this.statements.beforeQuery(execution, List.of(new QueryInfo("select n from other")));
			case READ_SEEN_AFTERWARDS -> {
			}
			default -> this.statements.beforeQuery(execution, queries);
		}
	}

	@Override
	public void afterQuery(ExecutionInfo execution, List<QueryInfo> queries) {
		switch (this.fault) {
			case WRITE_NOT_SEEN -> {
			}
			case CHANGED_BEFORE_THE_COMMIT -> queries.forEach((query) -> {
				Effect effect = this.catalog.certain(query.getQuery());
				this.dependencies.changedHere(TableDependencies.changed(effect));
			});
			case READ_SEEN_AFTERWARDS -> {
				this.statements.beforeQuery(execution, queries);
				this.statements.afterQuery(execution, queries);
			}
			default -> this.statements.afterQuery(execution, queries);
		}
	}

	@Override
	public void beforeMethod(MethodExecutionContext execution) {
		this.statements.beforeMethod(execution);
	}

	@Override
	public void afterMethod(MethodExecutionContext execution) {
		if (this.fault != Fault.SNAPSHOT_NOT_SEEN
				|| !execution.getMethod().getName().equals("setTransactionIsolation")) {
			this.statements.afterMethod(execution);
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
