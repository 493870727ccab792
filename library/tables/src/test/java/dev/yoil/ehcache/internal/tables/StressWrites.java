package dev.yoil.ehcache.internal.tables;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import dev.yoil.ehcache.internal.tables.DependentItems.Item;
import jakarta.persistence.LockModeType;

import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Ways to write an item. Each returns the number of changed rows.
 */
final class StressWrites {

	private static final String ADD = "update item set n = n + 1 where id = ?";

	private final Map<String, Write> paths = new LinkedHashMap<>();

	private final DependentItems items;

	private final TransactionTemplate inner;

	StressWrites(DependentItems items) {
		this.items = items;
		this.inner = new TransactionTemplate(items.transaction.getTransactionManager());
		this.inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.paths.put("entity", (id) -> inTransaction(() -> {
			Item item = items.entities.find(Item.class, id, LockModeType.PESSIMISTIC_WRITE);
			if (item == null) {
				// Another writer has deleted it, and inserts it again.
				return 0;
			}
			item.n++;
			return 1;
		}));
		this.paths.put("JdbcClient", this::add);
		this.paths.put("JdbcClient in a transaction", (id) -> inTransaction(() -> add(id)));
		this.paths.put("JPQL",
				(id) -> inTransaction(
						() -> items.entities.createQuery("update item i set i.n = i.n + 1 where i.id = :id")
							.setParameter("id", id)
							.executeUpdate()));
		this.paths.put("batch", this::batch);
		this.paths.put("commit of a connection", (id) -> raw(id, Connection::commit));
		this.paths.put("setAutoCommit", (id) -> raw(id, (connection) -> connection.setAutoCommit(true)));
		this.paths.put("commit as a statement", (id) -> raw(id, (connection) -> {
			try (Statement statement = connection.createStatement()) {
				statement.execute("commit");
			}
		}));
		this.paths.put("rollback", (id) -> inTransaction(() -> {
			items.jdbc.sql("update item set n = n + 1000000 where id = ?").param(id).update();
			throw new RolledBackException();
		}));
		this.paths.put("REQUIRES_NEW", (id) -> inTransaction(() -> {
			items.update("update other set n = n + 1");
			return Objects.requireNonNull(this.inner.execute((status) -> add(id)));
		}));
		this.paths.put("connection in a transaction", (id) -> inTransaction(() -> {
			Connection connection = DataSourceUtils.getConnection(items.source);
			try (PreparedStatement statement = connection.prepareStatement(ADD)) {
				statement.setLong(1, id);
				return statement.executeUpdate();
			}
			finally {
				DataSourceUtils.releaseConnection(connection, items.source);
			}
		}));
		this.paths.put("delete and insert", (id) -> inTransaction(() -> {
			long n = items.query("select n from item where id = " + id + " for update");
			items.update("delete from item where id = " + id);
			items.update("insert into item values (%d, %d, %d)".formatted(id, id % DependentItems.GROUPS, n + 1));
			return 1;
		}));
	}

	/**
	 * {@return the ways by their names}
	 */
	Map<String, Write> paths() {
		return this.paths;
	}

	int add(long id) {
		return this.items.jdbc.sql(ADD).param(id).update();
	}

	int inTransaction(Work work) {
		return Objects.requireNonNull(this.items.transaction.execute((status) -> {
			try {
				return work.run();
			}
			catch (SQLException ex) {
				throw new UncategorizedSQLException("Write", null, ex);
			}
		}));
	}

	private int batch(long id) throws SQLException {
		try (Connection connection = this.items.source.getConnection();
				PreparedStatement statement = connection.prepareStatement(ADD)) {
			statement.setLong(1, id);
			statement.addBatch();
			return statement.executeBatch()[0];
		}
	}

	private int raw(long id, Commit commit) throws SQLException {
		try (Connection connection = this.items.source.getConnection()) {
			connection.setAutoCommit(false);
			try (PreparedStatement statement = connection.prepareStatement(ADD)) {
				statement.setLong(1, id);
				int updated = statement.executeUpdate();
				commit.of(connection);
				return updated;
			}
			finally {
				if (!connection.getAutoCommit()) {
					connection.rollback();
					connection.setAutoCommit(true);
				}
			}
		}
	}

	interface Write {

		int of(long id) throws Exception;

	}

	interface Work {

		int run() throws SQLException;

	}

	private interface Commit {

		void of(Connection connection) throws SQLException;

	}

	static final class RolledBackException extends RuntimeException {

		private static final long serialVersionUID = 1;

	}

}
