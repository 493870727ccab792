package dev.yoil.ehcache.internal.tables;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
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
		this.books.clock().advance(TableWatch.PATIENCE);
	}

	@AfterEach
	void close() throws SQLException {
		this.books.close();
	}

	/** Returns the tables that work was found to change. */
	private String changed(boolean autoCommit, Work<?> work) {
		long authors = this.books.times(this.books.authors());
		this.books.shelf().inTransaction(autoCommit, work);
		boolean book = this.books.isAnyForgotten(this.books.titles());
		return (book ? "book " : "") + (this.books.times(this.books.authors()) > authors ? "author" : "");
	}

	@Test
	void endsOfTransactions() {
		Map<String, String> changed = new TreeMap<>();
		changed.put("rollback", changed(false, (connection) -> {
			this.books.shelf().execute(connection, BOOK);
			connection.rollback();
			return 0;
		}));
		changed.put("rollback to a savepoint before", changed(false, (connection) -> {
			Savepoint savepoint = connection.setSavepoint();
			this.books.shelf().execute(connection, BOOK);
			connection.rollback(savepoint);
			connection.commit();
			return 0;
		}));
		changed.put("rollback to a savepoint between", changed(false, (connection) -> {
			this.books.shelf().execute(connection, BOOK);
			Savepoint savepoint = connection.setSavepoint();
			this.books.shelf().execute(connection, AUTHOR);
			connection.rollback(savepoint);
			connection.commit();
			return 0;
		}));
		changed.put("same place before and after a savepoint", changed(false, (connection) -> {
			Savepoint savepoint = null;
			for (int i = 0; i < 2; i++) {
				this.books.shelf().execute(connection, BOOK);
				savepoint = (savepoint == null) ? connection.setSavepoint() : savepoint;
			}
			connection.rollback(savepoint);
			connection.commit();
			return 0;
		}));
		changed.put("closed", changed(false, (connection) -> this.books.shelf().execute(connection, BOOK)));
		changed.put("several", changed(false, (connection) -> {
			this.books.shelf().execute(connection, BOOK);
			this.books.shelf().execute(connection, AUTHOR);
			connection.commit();
			return 0;
		}));
		assertThat(changed).containsExactlyInAnyOrderEntriesOf(Map.of("rollback", "", "rollback to a savepoint before",
				"", "rollback to a savepoint between", "book ", "same place before and after a savepoint", "book ",
				"closed", "book ", "several", "book author"));
	}

	@Test
	void aCommitThatFailsChangesNothing() {
		assertThatIllegalStateException().isThrownBy(() -> changed(false, (connection) -> {
			this.books.shelf().execute(connection, BOOK);
			connection.unwrap(JdbcConnection.class).close();
			connection.commit();
			return 0;
		}));
		assertThat(this.books.isAnyForgotten(this.books.titles())).isFalse();
	}

	@Test
	void aFailureOfTheWatchDoesNotFailTheStatement() {
		this.books.serve(new Object() {

			@Override
			public int hashCode() {
				throw new StackOverflowError("planted");
			}

		});
		assertThat(this.books.shelf().execute(BOOK)).isEqualTo(1);
		assertThat(this.books.watch().map().unchecked()).isEqualTo(1);
	}

	@Test
	void updateCounts() {
		Map<String, String> changed = new TreeMap<>();
		changed.put("update", changed(true, (connection) -> this.books.shelf().update(connection, BOOK)));
		changed.put("update of nothing", changed(true, (connection) -> this.books.shelf().update(connection, NO_BOOK)));
		changed.put("large update of nothing",
				changed(true, (connection) -> statement(connection, (it) -> it.executeLargeUpdate(NO_BOOK))));
		changed.put("batch", changed(true, (connection) -> batch(connection, NO_BOOK, BOOK)));
		changed.put("batch of nothing", changed(true, (connection) -> batch(connection, NO_BOOK, NO_BOOK)));
		changed.put("prepared batch", changed(true, (connection) -> prepared(connection, 77, 1)));
		changed.put("prepared batch of nothing", changed(true, (connection) -> prepared(connection, 77, 78)));
		changed.put("large batch of nothing", changed(true, (connection) -> statement(connection, (it) -> {
			it.addBatch(NO_BOOK);
			return it.executeLargeBatch();
		})));
		changed.put("batch with another table", changed(true, (connection) -> batch(connection, NO_BOOK, AUTHOR)));
		assertThat(changed).allSatisfy((name, tables) -> assertThat(tables).as(name)
			.isEqualTo(name.endsWith("nothing") ? "" : name.endsWith("table") ? "author" : "book "));
	}

	private static Object statement(Connection connection, Executed executed) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			return executed.by(statement);
		}
	}

	private static Object batch(Connection connection, String... statements) throws SQLException {
		return statement(connection, (it) -> {
			for (String each : statements) {
				it.addBatch(each);
			}
			return it.executeBatch();
		});
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
				this.books.shelf().update(connection, BOOK);
			}
			connection.commit();
			return 0;
		});
		TableMap map = this.books.watch().map();
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
