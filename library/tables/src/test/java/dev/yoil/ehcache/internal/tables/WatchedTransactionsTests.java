package dev.yoil.ehcache.internal.tables;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.stream.IntStream;

import com.example.books.Shelf.Work;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Which statements change a table when their transaction ends.
 */
class WatchedTransactionsTests {

	private static final String BOOK = "update book set title = 'x' where id = 1";

	private static final String AUTHOR = "update author set name = 'x' where id = 1";

	private static final String NO_BOOK = "update book set title = 'x' where id = 77";

	private final WatchedBooks books = new WatchedBooks();

	@BeforeEach
	void load() {
		this.books.load();
		this.books.authors().get(1, this.books.reading("select name from author where id = 1"));
		this.books.clock.advance(TableWatch.PATIENCE);
	}

	@AfterEach
	void close() throws SQLException {
		this.books.close();
	}

	/** Returns the tables that work was found to change. */
	private String changed(boolean autoCommit, Work<?> work) {
		long authors = this.books.times(this.books.authors());
		this.books.shelf.inTransaction(autoCommit, work);
		boolean book = this.books.isAnyForgotten(this.books.titles());
		return (book ? "book " : "") + (this.books.times(this.books.authors()) > authors ? "author" : "");
	}

	@Test
	void endsOfTransactions() {
		assertThat(changedBy(BOOK, AUTHOR, "commit")).isEqualTo("book author");
		assertThat(changedBy(BOOK, "rollback", AUTHOR, "commit")).isEqualTo("author");
		assertThat(changedBy("savepoint", BOOK, "back", "commit")).isEmpty();
		assertThat(changedBy(BOOK, "savepoint", AUTHOR, "back", "commit")).isEqualTo("book ");
		assertThat(changedBy(BOOK, "savepoint", BOOK, "back", "commit")).isEqualTo("book ");
		assertThat(changedBy(BOOK)).as("closed").isEqualTo("book ");
	}

	private String changedBy(String... steps) {
		return changed(false, (connection) -> {
			Savepoint savepoint = null;
			for (String step : steps) {
				switch (step) {
					case "savepoint" -> savepoint = connection.setSavepoint();
					case "back" -> connection.rollback(savepoint);
					case "commit" -> connection.commit();
					case "rollback" -> connection.rollback();
					default -> this.books.shelf.execute(connection, step);
				}
			}
			return 0;
		});
	}

	@Test
	void aCommitThatFailsChangesNothing() {
		assertThatIllegalStateException().isThrownBy(() -> changed(false, (connection) -> {
			this.books.shelf.execute(connection, BOOK);
			connection.unwrap(JdbcConnection.class).close();
			connection.commit();
			return 0;
		}));
		assertThat(this.books.isAnyForgotten(this.books.titles())).isFalse();
	}

	@Test
	void aRollbackToAReleasedSavepointFailsAsWithoutTheWatch() {
		assertThatIllegalStateException().isThrownBy(() -> changed(false, (connection) -> {
			this.books.shelf.execute(connection, BOOK);
			Savepoint first = connection.setSavepoint();
			this.books.shelf.execute(connection, AUTHOR);
			Savepoint second = connection.setSavepoint();
			connection.releaseSavepoint(second);
			connection.rollback(first);
			connection.rollback(second);
			return 0;
		})).withCauseInstanceOf(SQLException.class);
	}

	@Test
	void aFailureOfTheWatchDoesNotFailTheStatement() {
		this.books.serve(new Object() {

			@Override
			public boolean equals(Object other) {
				return this == other;
			}

			@Override
			public int hashCode() {
				throw new StackOverflowError("planted");
			}

		});
		assertThat(this.books.shelf.execute(BOOK)).isEqualTo(1);
		assertThat(this.books.watch.map().unchecked()).isEqualTo(1);
	}

	@Test
	void updateCounts() {
		assertThat(changed((statement) -> statement.executeUpdate(BOOK))).isEqualTo("book ");
		assertThat(changed((statement) -> statement.executeUpdate(NO_BOOK))).isEmpty();
		assertThat(changed((statement) -> statement.executeLargeUpdate(NO_BOOK))).isEmpty();
		assertThat(changed(batch(NO_BOOK, BOOK))).isEqualTo("book ");
		assertThat(changed(batch(NO_BOOK, AUTHOR))).isEqualTo("author");
		assertThat(changed(batch(NO_BOOK, NO_BOOK))).isEmpty();
		assertThat(changed((statement) -> {
			statement.addBatch(NO_BOOK);
			return statement.executeLargeBatch();
		})).isEmpty();
		assertThat(changed(true, (connection) -> prepared(connection, 77, 1))).isEqualTo("book ");
		assertThat(changed(true, (connection) -> prepared(connection, 77, 78))).isEmpty();
	}

	private String changed(Executed executed) {
		return changed(true, (connection) -> {
			try (Statement statement = connection.createStatement()) {
				return executed.by(statement);
			}
		});
	}

	private static Executed batch(String... statements) {
		return (statement) -> {
			for (String each : statements) {
				statement.addBatch(each);
			}
			return statement.executeBatch();
		};
	}

	private static Object prepared(Connection connection, int... ids) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement("update book set title = 'x' where id = ?")) {
			for (int id : ids) {
				statement.setInt(1, id);
				statement.addBatch();
			}
			return statement.executeBatch();
		}
	}

	@Test
	void manyStatementsOfATransactionAreKeptOnce() {
		changed(false, (connection) -> {
			for (int i : IntStream.range(0, 5_000).toArray()) {
				this.books.shelf.update(connection, BOOK);
			}
			connection.commit();
			return 0;
		});
		TableMap map = this.books.watch.map();
		assertThat(map.unchecked()).isZero();
		assertThat(map.tables().get("book").writes()).singleElement()
			.satisfies((write) -> assertThat(write.times()).isEqualTo(5_000));
	}

	/** What a statement does. */
	@FunctionalInterface
	private interface Executed {

		Object by(Statement statement) throws SQLException;

	}

}
