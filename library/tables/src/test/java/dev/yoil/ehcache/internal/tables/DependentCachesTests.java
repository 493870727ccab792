package dev.yoil.ehcache.internal.tables;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.internal.tables.DependentItems.Item;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.cache.Cache;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Caches that depend on tables: no value is older than a write, and none is loaded again
 * without one.
 */
class DependentCachesTests {

	private final DependentItems items = new DependentItems();

	private int keys;

	@AfterEach
	void close() {
		this.items.close();
	}

	/** Caches a value, writes, and expects the value of now. */
	private void sees(Callable<Long> loader, Write write) throws Exception {
		String key = "seen" + this.keys++;
		this.items.get(key, loader);
		int before = this.items.loads.get();
		this.items.get(key, loader);
		assertThat(this.items.loads.get()).as("cached").isEqualTo(before);
		write.run();
		assertThat(this.items.get(key, loader)).isEqualTo(loader.call());
		assertThat(this.items.loads.get()).as("loaded again").isEqualTo(before + 1);
	}

	private void keeps(Callable<Long> loader, Write write) throws Exception {
		String key = "kept" + this.keys++;
		this.items.get(key, loader);
		int before = this.items.loads.get();
		write.run();
		this.items.get(key, loader);
		assertThat(this.items.loads.get()).isEqualTo(before);
	}

	private void raw(boolean autoCommit, SqlWork work) throws SQLException {
		try (Connection connection = this.items.source.getConnection();
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(autoCommit);
			work.run(connection, statement);
			connection.setAutoCommit(true);
		}
	}

	@Test
	void writesOfAllKinds() throws Exception {
		sees(this.items::total, () -> this.items.more(2));
		sees(this.items::total, () -> this.items.transaction.executeWithoutResult((status) -> this.items.more(2)));
		sees(this.items::total, () -> this.items.transaction.executeWithoutResult(
				(status) -> this.items.entities.find(Item.class, 3L, LockModeType.PESSIMISTIC_WRITE).n++));
		sees(this.items::total,
				() -> this.items.transaction.executeWithoutResult(
						(status) -> this.items.entities.createQuery("update item i set i.n = i.n + 1 where i.id = 4")
							.executeUpdate()));
		sees(this.items::total, () -> raw(false, (connection, statement) -> {
			statement.executeUpdate("update item set n = n + 1 where id = 5");
			connection.commit();
		}));
		sees(this.items::total, () -> raw(false,
				(connection, statement) -> statement.executeUpdate("update item set n = n + 1 where id = 5")));
		sees(this.items::total, () -> raw(true, (connection, statement) -> {
			statement.addBatch("update item set n = n + 1 where id = 6");
			statement.executeBatch();
		}));
		sees(this.items::total, () -> raw(false, (connection, statement) -> {
			statement.executeUpdate("update item set n = n + 1 where id = 6");
			statement.execute("commit");
		}));
		sees(() -> this.items.query("select sum(total) from item_total"), () -> this.items.more(2));
		sees(() -> this.items.query("select count(*) from item_note"),
				() -> this.items.update("delete from item where id = 39"));
		sees(this.items::total, () -> this.items.transaction.executeWithoutResult((status) -> {
			status.setRollbackOnly();
			try {
				raw(true, (connection, statement) -> statement.executeUpdate("update item set n = n + 1 where id = 7"));
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}));
	}

	@Test
	void whatDoesNotWriteTheTable() throws Exception {
		keeps(this.items::total, () -> this.items.transaction.executeWithoutResult((status) -> {
			this.items.more(2);
			status.setRollbackOnly();
		}));
		keeps(this.items::total,
				() -> this.items.jdbc.sql("select * from item where id = 1 for update").query().listOfRows());
		keeps(this.items::total, () -> this.items.update("update other set n = n + 1"));
	}

	@Test
	void aTransactionSeesItsOwnWritesOnly() throws Exception {
		Long before = this.items.get("own", this.items::total);
		this.items.transaction.executeWithoutResult((status) -> {
			this.items.more(2);
			assertThat(this.items.get("own", this.items::total)).isEqualTo(before + 1);
			assertThat(DependentItems.elsewhere(() -> this.items.get("own", this.items::total))).isEqualTo(before);
			status.setRollbackOnly();
		});
		assertThat(this.items.get("own", this.items::total)).isEqualTo(before);
	}

	@Test
	void aValueLoadedAfterAWriteIsStoredWithTheCommit() {
		this.items.transaction.executeWithoutResult((status) -> {
			this.items.more(2);
			this.items.get("own", this.items::total);
		});
		int before = this.items.loads.get();
		assertThat(this.items.get("own", this.items::total)).isEqualTo(this.items.total());
		assertThat(this.items.loads.get()).isEqualTo(before);
	}

	@Test
	void aValueLoadedBeforeAWriteOfItsTransactionIsNotStored() {
		this.items.transaction.executeWithoutResult((status) -> {
			this.items.get("own", this.items::total);
			this.items.more(2);
			assertThat(this.items.get("own", this.items::total)).isEqualTo(this.items.total());
		});
		assertThat(this.items.get("own", this.items::total)).isEqualTo(this.items.total());
	}

	@Test
	void aSnapshotThatIsOlderThanAWrite() {
		TransactionTemplate repeatable = new TransactionTemplate(this.items.transaction.getTransactionManager());
		repeatable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
		repeatable.setReadOnly(true);
		Callable<Long> loader = () -> repeatable.execute((status) -> {
			this.items.query("select n from other where id = 1");
			DependentItems.elsewhere(() -> {
				this.items.more(2);
				return 0;
			});
			return this.items.total();
		});
		assertThat(this.items.get("key", loader)).isEqualTo(this.items.total() - 1);
		assertThat(this.items.get("key", this.items::total)).isEqualTo(this.items.total());
	}

	@Test
	void aSnapshotWithoutAWriteIsStored() {
		TransactionTemplate repeatable = new TransactionTemplate(this.items.transaction.getTransactionManager());
		repeatable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
		repeatable.setReadOnly(true);
		Callable<Long> loader = () -> repeatable.execute((status) -> this.items.total());
		this.items.get("key", loader);
		this.items.update("update other set n = n + 1");
		this.items.get("key", loader);
		assertThat(this.items.loads).hasValue(1);
		this.items.more(2);
		assertThat(this.items.get("key", loader)).isEqualTo(this.items.total());
	}

	@Test
	void aPersistenceContextReturnsOldRows() {
		EntityManager open = this.items.factory.createEntityManager();
		TransactionSynchronizationManager.bindResource(this.items.factory, new EntityManagerHolder(open));
		try {
			long first = this.items.entities.find(Item.class, 5L).n;
			DependentItems.elsewhere(() -> {
				this.items.more(5);
				return 0;
			});
			assertThat(this.items.get("key", () -> this.items.query("select n from other where id = 1")
					+ this.items.entities.find(Item.class, 5L).n))
				.isEqualTo(first);
			assertThat(DependentItems
				.elsewhere(() -> this.items.get("key", () -> this.items.query("select n from item where id = 5"))))
				.isEqualTo(first + 1);
		}
		finally {
			TransactionSynchronizationManager.unbindResource(this.items.factory);
			open.close();
		}
	}

	@Test
	void laterCallersDoNotJoinALoadWhoseSessionHasReadOldRows() {
		EntityManager open = this.items.factory.createEntityManager();
		TransactionSynchronizationManager.bindResource(this.items.factory, new EntityManagerHolder(open));
		try {
			long first = this.items.entities.find(Item.class, 5L).n;
			write();
			CompletableFuture<Long> later = whenTheNextLoadHasBegun(
					() -> this.items.query("select n from item where id = 5"));
			assertThat(this.items.get("key", () -> this.items.entities.find(Item.class, 5L).n)).isEqualTo(first);
			assertThat(later.join()).isEqualTo(first + 1);
		}
		finally {
			TransactionSynchronizationManager.unbindResource(this.items.factory);
			open.close();
		}
	}

	@Test
	void laterCallersDoNotJoinALoadWhoseSnapshotIsOlderThanAWrite() {
		TransactionTemplate repeatable = new TransactionTemplate(this.items.transaction.getTransactionManager());
		repeatable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
		repeatable.setReadOnly(true);
		repeatable.executeWithoutResult((status) -> {
			this.items.query("select n from other where id = 1");
			write();
			CompletableFuture<Long> later = whenTheNextLoadHasBegun(this.items::total);
			assertThat(this.items.get("key", this.items::total)).isZero();
			assertThat(later.join()).isEqualTo(1);
		});
	}

	private void write() {
		DependentItems.elsewhere(() -> {
			this.items.more(5);
			return 0;
		});
	}

	/**
	 * Has another thread read the key when other callers can see the next load, but its
	 * loader is not yet called. Continues the load if that thread waits for it.
	 */
	private CompletableFuture<Long> whenTheNextLoadHasBegun(Callable<Long> loader) {
		Thread mine = Thread.currentThread();
		CompletableFuture<Long> later = new CompletableFuture<>();
		this.items.observations.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {

			@Override
			public boolean supportsContext(Observation.Context context) {
				return Thread.currentThread() == mine && !later.isDone();
			}

			@Override
			public void onStart(Observation.Context context) {
				Thread[] waiting = new Thread[1];
				new Thread(() -> {
					waiting[0] = Thread.currentThread();
					later.complete(DependentCachesTests.this.items.get("key", loader));
				}).start();
				org.awaitility.Awaitility.await()
					.until(() -> later.isDone()
							|| (waiting[0] != null && waiting[0].getState() == Thread.State.WAITING));
			}

		});
		return later;
	}

	@Test
	void valuesOfUnknownOriginAreNotKept() {
		Cache cache = this.items.cache("inner");
		cache.put("put", 1L);
		assertThat(cache.get("put")).isNull();
		assertThat(cache.putIfAbsent("put", 1L)).isNull();
		assertThat(cache.get("put")).isNull();
		assertThat(this.items.get("constant", () -> 1L)).isEqualTo(1);
		assertThat(this.items.get("constant", () -> 2L)).isEqualTo(2);
		assertThat(this.items.get("elsewhere", () -> DependentItems.elsewhere(this.items::total))).isZero();
		assertThat(cache.get("elsewhere")).isNull();
		assertThat(this.items.manager.caches().get(0).unwrap(TableReads.class).tables().notStored()).isEqualTo(3);
		assertThat(this.items.manager.caches().get(0).size()).isZero();
	}

	@Test
	void unknownStatements() throws Exception {
		this.items.update("create alias twice for 'java.lang.Math.abs(int)'");
		this.items.step();
		sees(this.items::total, () -> this.items.query("select twice(1) from other"));
		this.items.get("key", () -> this.items.query("select twice(1)"));
		assertThat(this.items.cache("inner").get("key")).as("the function may write").isNull();
	}

	@Test
	void aChangedViewIsKnownWhenTheCatalogIsReadAgain() throws Exception {
		Callable<Long> loader = () -> this.items.query("select max(total) from item_total");
		this.items.get("key", loader);
		this.items.update("create or replace view item_total as select 1 as grp, n as total from other");
		assertThat(this.items.get("key", loader)).isZero();
		this.items.get("key", loader);
		assertThat(this.items.loads).as("nothing is stored until then").hasValue(3);
		this.items.step();
		sees(loader, () -> this.items.update("update other set n = n + 1"));
		keeps(loader, () -> this.items.more(2));
	}

	private interface Write {

		void run() throws Exception;

	}

	private interface SqlWork {

		void run(Connection connection, Statement statement) throws SQLException;

	}

}
