package dev.yoil.ehcache.internal.tables;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import dev.yoil.ehcache.BulkOperations;
import dev.yoil.ehcache.internal.tables.DependentItems.Item;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.cache.Cache;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Caches that depend on tables, where transactions of Spring meet statements that Spring
 * does not see.
 */
class DependentTransactionsTests {

	private final DependentItems items = new DependentItems();

	@AfterEach
	void close() {
		this.items.close();
	}

	private void expectsPresentValue() {
		assertThat(this.items.get("key", this.items::total)).isEqualTo(this.items.total());
	}

	@Test
	void aLoadThatReadsBeforeItWrites() {
		this.items.transaction.executeWithoutResult((status) -> this.items.get("key", () -> {
			Long before = this.items.total();
			this.items.more(2);
			return before;
		}));
		expectsPresentValue();
	}

	@Test
	void aPersistenceContextThatHasReadBeforeAWrite() {
		Callable<Long> loader = () -> this.items.query("select n from other where id = 1")
				+ this.items.entities.find(Item.class, 5L).n;
		this.items.transaction.executeWithoutResult((status) -> {
			this.items.entities.find(Item.class, 5L);
			this.items.more(5);
			this.items.get("key", loader);
		});
		assertThat(this.items.get("key", loader)).isEqualTo(1);
	}

	@Test
	void aDefinitionThatCommitsInATransaction() {
		this.items.get("key", this.items::total);
		this.items.transaction.executeWithoutResult((status) -> {
			this.items.more(2);
			this.items.update("create table another (id int)");
			status.setRollbackOnly();
		});
		this.items.step();
		expectsPresentValue();
	}

	@Test
	void aCommitAsStatementInATransaction() {
		this.items.get("key", this.items::total);
		this.items.transaction.executeWithoutResult((status) -> {
			this.items.more(2);
			this.items.update("commit");
			status.setRollbackOnly();
		});
		expectsPresentValue();
	}

	@Test
	void aCommitOfTheConnectionInATransaction() {
		this.items.get("key", this.items::total);
		new TransactionTemplate(new DataSourceTransactionManager(this.items.source)).executeWithoutResult((status) -> {
			this.items.more(2);
			new JdbcTemplate(this.items.source).execute((ConnectionCallback<?>) (connection) -> {
				connection.commit();
				return null;
			});
			status.setRollbackOnly();
		});
		expectsPresentValue();
	}

	/** The reset of the connection commits it. */
	@Test
	void aWriteAfterTheCommit() {
		AtomicReference<Long> before = new AtomicReference<>();
		new TransactionTemplate(new DataSourceTransactionManager(this.items.source)).executeWithoutResult((status) -> {
			this.items.more(3);
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					DependentItems items = DependentTransactionsTests.this.items;
					items.more(2);
					before.set(DependentItems.elsewhere(() -> items.get("key", items::total)));
				}

			});
		});
		assertThat(before).hasValue(1L);
		expectsPresentValue();
	}

	@Test
	void aBulkLoad() {
		BulkOperations bulk = BulkOperations.of(this.items.cache("inner"));
		bulk.getAll(Set.of("other"), (keys) -> Map.of("other", this.items.total()));
		assertThat(this.items.get("other", () -> -1L)).isZero();
		this.items.transaction.executeWithoutResult((status) -> {
			this.items.more(2);
			bulk.getAll(Set.of("key"), (keys) -> Map.of("key", this.items.total()));
		});
		assertThat(this.items.get("other", () -> -1L)).isEqualTo(-1);
		assertThat(this.items.get("key", () -> -1L)).isEqualTo(1);
		this.items.more(2);
		expectsPresentValue();
	}

	/** Another caller stores the value at any moment of the lookup. */
	@ParameterizedTest
	@EnumSource
	void aTransactionSeesItsOwnWritesWhileOthersLoad(Lookup lookup) {
		Cache cache = this.items.cache("inner");
		long before = this.items.total();
		for (int moment = 0; moment < 12; moment++) {
			String text = "own" + moment;
			HookedKey key = new HookedKey(text, moment,
					() -> cache.get(new HookedKey(text, -1, () -> 0L), this.items::total));
			this.items.transaction.executeWithoutResult((status) -> {
				this.items.more(2);
				assertThat(lookup.find(cache, key, this.items::total)).as(text).isEqualTo(before + 1);
				status.setRollbackOnly();
			});
		}
	}

	private enum Lookup {

		GET {
			@Override
			@Nullable Long find(Cache cache, Object key, Supplier<Long> loader) {
				return cache.get(key, loader::get);
			}
		},

		RETRIEVE {
			@Override
			@Nullable Long find(Cache cache, Object key, Supplier<Long> loader) {
				return cache.retrieve(key, () -> CompletableFuture.completedFuture(loader.get())).join();
			}
		},

		GET_ALL {
			@Override
			@Nullable Long find(Cache cache, Object key, Supplier<Long> loader) {
				return BulkOperations.of(cache).getAll(Set.of(key), (keys) -> Map.of(key, loader.get())).get(key);
			}
		};

		abstract @Nullable Long find(Cache cache, Object key, Supplier<Long> loader);

	}

	/** A key that runs a task in another thread when its hash is used. */
	private static final class HookedKey {

		private final String text;

		private final Callable<Long> task;

		private int uses;

		HookedKey(String text, int uses, Callable<Long> task) {
			this.text = text;
			this.uses = uses;
			this.task = task;
		}

		@Override
		public int hashCode() {
			if (this.uses-- == 0) {
				DependentItems.elsewhere(this.task);
			}
			return this.text.hashCode();
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof HookedKey key && key.text.equals(this.text);
		}

	}

	@Test
	void aRollbackToASavepointThatSpringDoesNotSee() {
		this.items.transaction.executeWithoutResult((status) -> {
			this.items.update("savepoint before");
			this.items.more(2);
			this.items.get("key", this.items::total);
			this.items.update("rollback to savepoint before");
		});
		expectsPresentValue();
	}

	@Test
	void aLoadWhoseTransactionIsRolledBack() {
		this.items.get("key", () -> this.items.transaction.execute((status) -> {
			this.items.more(2);
			status.setRollbackOnly();
			return this.items.total();
		}));
		expectsPresentValue();
	}

	@Test
	void aReadOnlyTransactionThatWrites() {
		TransactionTemplate readOnly = new TransactionTemplate(new DataSourceTransactionManager(this.items.source));
		readOnly.setReadOnly(true);
		readOnly.executeWithoutResult((status) -> {
			this.items.more(2);
			this.items.get("key", this.items::total);
			status.setRollbackOnly();
		});
		expectsPresentValue();
	}

	@Test
	void uncommittedRowsOfAConnection() throws Exception {
		try (Connection connection = this.items.source.getConnection();
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			statement.executeUpdate("update item set n = n + 1 where id = 5");
			this.items.get("key", () -> {
				try (ResultSet total = statement.executeQuery("select sum(n) from item")) {
					total.next();
					return total.getLong(1);
				}
			});
			connection.rollback();
		}
		expectsPresentValue();
	}

	@Test
	void aTransactionThatGoesOnAfterAFailedRollback() throws Exception {
		commitsAfter((connection) -> {
			Savepoint released = connection.setSavepoint();
			connection.releaseSavepoint(released);
			assertThatExceptionOfType(SQLException.class).isThrownBy(() -> connection.rollback(released));
		});
	}

	@Test
	void aTransactionWhoseModeIsSetAgain() throws Exception {
		commitsAfter((connection) -> connection.setAutoCommit(false));
	}

	/**
	 * Another caller stores a value between what is done with a connection and the
	 * commit.
	 */
	private void commitsAfter(Done done) throws SQLException {
		try (Connection connection = this.items.source.getConnection();
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			statement.executeUpdate("update item set n = n + 1 where id = 5");
			done.with(connection);
			DependentItems.elsewhere(() -> this.items.get("key", this.items::total));
			connection.commit();
		}
		expectsPresentValue();
	}

	/** A use of a connection. */
	@FunctionalInterface
	private interface Done {

		void with(Connection connection) throws SQLException;

	}

	/**
	 * The commit that follows the rollback of a definition has the catalog read again.
	 */
	@Test
	void aWriteThatHasNoKeywordWhileTheCatalogIsReadAgain(@TempDir Path directory) throws Exception {
		Path script = Files.writeString(directory.resolve("script.sql"), "update item set n = n + 1 where id = 2;");
		try (Connection connection = this.items.source.getConnection();
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			statement.execute("create table another (id int)");
			connection.rollback();
			this.items.step();
			this.items.get("key", this.items::total);
			connection.commit();
		}
		this.items.update("runscript from '" + script + "'");
		this.items.step();
		expectsPresentValue();
	}

	@Test
	void aPersistenceContextThatGoesOnInAnotherThread() {
		EntityManagerHolder open = new EntityManagerHolder(this.items.factory.createEntityManager());
		Callable<Long> loader = () -> this.items.query("select n from other where id = 1")
				+ this.items.entities.find(Item.class, 5L).n;
		with(this.items.factory, open, () -> this.items.entities.find(Item.class, 5L));
		DependentItems.elsewhere(() -> {
			this.items.more(5);
			return with(this.items.factory, open, () -> this.items.get("key", loader));
		});
		assertThat(this.items.get("key", loader)).isEqualTo(1);
	}

	@Test
	void otherResourcesAreNoSessions() {
		with("tenant", "acme", () -> {
			this.items.get("key", this.items::total);
			this.items.more(2);
			this.items.get("key", this.items::total);
			return this.items.get("key", () -> -1L);
		});
		assertThat(this.items.loads).hasValue(2);
	}

	private static <T> T with(Object key, Object resource, Supplier<T> task) {
		TransactionSynchronizationManager.bindResource(key, resource);
		try {
			return task.get();
		}
		finally {
			TransactionSynchronizationManager.unbindResource(key);
		}
	}

}
