package com.example.books;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Function;
import java.util.function.Supplier;

import javax.sql.DataSource;

/**
 * Statements in a package of an application.
 */
public class Shelf implements Function<Supplier<?>, Object> {

	private final DataSource source;

	public Shelf(DataSource source) {
		this.source = source;
	}

	/** Executes a statement in a transaction of its own. */
	public int execute(String sql) {
		return inTransaction(true, (connection) -> execute(connection, sql));
	}

	public int execute(Connection connection, String sql) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(sql)) {
			return statement.execute() ? 0 : statement.getUpdateCount();
		}
	}

	public int update(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			return statement.executeUpdate(sql);
		}
	}

	public <T> T inTransaction(boolean autoCommit, Work<T> work) {
		try (Connection connection = this.source.getConnection()) {
			connection.setAutoCommit(autoCommit);
			return work.run(connection);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public Object apply(Supplier<?> statement) {
		return statement.get();
	}

	public Object lambda(Supplier<?> statement) {
		Supplier<Object> inner = () -> statement.get();
		return inner.get();
	}

	/** What is done with a connection. */
	@FunctionalInterface
	public interface Work<T> {

		T run(Connection connection) throws SQLException;

	}

}
