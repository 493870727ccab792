package com.example.books;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;

import javax.sql.DataSource;

/**
 * Statements in a package of an application.
 */
public class Shelf {

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

	/**
	 * Executes a statement from some of several places, which differ by their callers.
	 */
	public void deep(int place, Supplier<Integer> statement) {
		if (place == 0) {
			Integer unused = statement.get();
		}
		else if (place % 2 == 0) {
			deep(place / 2, statement);
		}
		else {
			deep(place / 2, statement);
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

	/** What is done with a connection. */
	@FunctionalInterface
	public interface Work<T> {

		T run(Connection connection) throws SQLException;

	}

}
