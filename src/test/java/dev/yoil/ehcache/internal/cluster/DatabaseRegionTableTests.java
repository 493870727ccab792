package dev.yoil.ehcache.internal.cluster;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.Background;
import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.webtoon.PostgresServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Versions of regions in a real PostgreSQL.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class DatabaseRegionTableTests {

	private static final String TABLE = "create table cache_region (region varchar(200) primary key, "
			+ "n bigint not null, tag uuid not null)";

	private final String url = PostgresServer.shared().createDatabase();

	private final HikariDataSource pool = new HikariDataSource();

	private @Nullable DatabaseRegionTable opened;

	@AfterEach
	void close() {
		if (this.opened != null) {
			this.opened.close();
		}
		this.pool.close();
	}

	private DatabaseRegionTable table(boolean autoCommit) {
		this.pool.setJdbcUrl(this.url);
		this.pool.setUsername(PostgresServer.USER);
		this.pool.setPassword(PostgresServer.PASSWORD);
		this.pool.setMaximumPoolSize(8);
		this.pool.setAutoCommit(autoCommit);
		try (Connection connection = open("tests")) {
			connection.createStatement().execute(TABLE);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		return table(this.pool);
	}

	private DatabaseRegionTable table(DataSource dataSource) {
		this.opened = new DatabaseRegionTable(dataSource);
		assertThat(this.opened.problem()).isNull();
		return this.opened;
	}

	private Connection open(String application) throws SQLException {
		Properties properties = new Properties();
		properties.setProperty("user", PostgresServer.USER);
		properties.setProperty("password", PostgresServer.PASSWORD);
		properties.setProperty("ApplicationName", application);
		return DriverManager.getConnection(this.url, properties);
	}

	/** Returns the committed number; 0 if it was never incremented. */
	private long number(String region) {
		try (Connection connection = open("tests");
				var rows = connection.createStatement()
					.executeQuery("select sum(n) from cache_region where region = '" + region + "' or region like '#% "
							+ region + "'")) {
			return rows.next() ? rows.getLong(1) : 0;
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void hotRegionsAreIncrementedWithoutDeadlock() {
		Regions regions = Regions.shared(table(true), Duration.ofSeconds(10));
		TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		List<CompletableFuture<Integer>> clients = IntStream.range(0, 50).mapToObj((client) -> Background.supply(() -> {
			Random random = new Random(client);
			int incremented = 0;
			for (int i = 0; i < 10; i++) {
				List<String> hot = new ArrayList<>(
						IntStream.range(0, 10).mapToObj((region) -> "region " + region).toList());
				Collections.shuffle(hot, random);
				List<String> some = hot.subList(0, 1 + random.nextInt(10));
				transaction.executeWithoutResult((status) -> some.forEach(regions::changed));
				incremented += some.size();
			}
			return incremented;
		})).toList();
		long incremented = clients.stream().mapToLong(CompletableFuture::join).sum();
		long counted = IntStream.range(0, 10).mapToLong((region) -> number("region " + region)).sum();
		assertThat(counted).isEqualTo(incremented);
		assertThat(this.opened.read()).containsKey("#2 region 1");
	}

	@Test
	void anIncrementIsPartOfTheTransaction() {
		Regions regions = Regions.shared(table(true), Duration.ofSeconds(10));
		TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		transaction.executeWithoutResult((status) -> regions.changed("a"));
		transaction.executeWithoutResult((status) -> {
			regions.changed("a");
			status.setRollbackOnly();
		});
		assertThat(number("a")).isEqualTo(1);
	}

	@Test
	void aReadOnlyTransactionCanAnnounceItsPuts() {
		Regions regions = Regions.shared(table(true), Duration.ofSeconds(10));
		TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		transaction.setReadOnly(true);
		transaction.executeWithoutResult((status) -> {
			new JdbcTemplate(this.pool).queryForObject("select 1", Integer.class);
			regions.announce(Set.of("a"), () -> null);
		});
	}

	@Test
	void anIncrementOutsideOfATransactionIsCommittedWithoutAutoCommit() {
		DatabaseRegionTable table = table(false);
		Regions regions = Regions.shared(table, Duration.ofSeconds(10));
		regions.changed("outside");
		assertThat(number("outside")).isEqualTo(1);
		table.incrementLater(new TreeSet<>(Set.of("late")), (incremented) -> {
		});
		await().until(() -> number("late") == 1);
		TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));
		transaction.executeWithoutResult(
				(status) -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

					@Override
					public void afterCompletion(int completed) {
						regions.changed("listener");
					}

				}));
		await().until(() -> number("listener") == 1);
	}

	@Test
	void retriesOfALateChangeAreLoggedOnce(CapturedOutput output) {
		table(true);
		AtomicInteger tries = new AtomicInteger();
		DatabaseRegionTable table = table(new DelegatingDataSource(this.pool) {

			@Override
			public Connection getConnection() throws SQLException {
				if (Thread.currentThread().getName().startsWith("yoil-cache-wake-") && tries.incrementAndGet() <= 3) {
					throw new SQLException("planted");
				}
				return super.getConnection();
			}

		});
		table.incrementLater(new TreeSet<>(Set.of("a")), (incremented) -> {
		});
		await().until(() -> number("a") == 1);
		assertThat(output.toString().lines()).filteredOn((line) -> line.contains("Failed to publish the change of [a]"))
			.hasSize(1);
	}

	/**
	 * The second change commits after the first increment and before its completion.
	 */
	@Test
	void aChangeDuringALateIncrementIsNotLost() {
		table(true);
		AtomicReference<@Nullable Runnable> onClose = new AtomicReference<>();
		DatabaseRegionTable table = table(new DelegatingDataSource(this.pool) {

			@Override
			public Connection getConnection() throws SQLException {
				Connection connection = super.getConnection();
				// The first increment is committed. Its thread continues.
				return onClose(connection, () -> {
					Runnable action = onClose.getAndSet(null);
					if (action != null) {
						action.run();
					}
				});
			}

		});
		List<Long> incremented = Collections.synchronizedList(new ArrayList<>());
		onClose.set(() -> table.incrementLater(new TreeSet<>(Set.of("a")),
				(versions) -> incremented.add(versions.get("a").number())));
		table.incrementLater(new TreeSet<>(Set.of("a")), (versions) -> incremented.add(versions.get("a").number()));
		await().until(() -> number("a") == 2);
		await().untilAsserted(() -> assertThat(incremented).containsExactly(1L, 2L));
	}

	private static Connection onClose(Connection connection, Runnable action) {
		return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
					try {
						Object result = method.invoke(connection, arguments);
						if (method.getName().equals("close")) {
							action.run();
						}
						return result;
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	/**
	 * A locked table must not exhaust the connections of the server.
	 */
	@Test
	void aWatchWithoutResponsesLeaksNoConnections() throws SQLException {
		DatabaseRegionTable table = table(true);
		Duration lease = Duration.ofMillis(200);
		Regions regions = Regions.shared(table, lease);
		RegionWatch watch = new RegionWatch(regions, table, new NodeTable(table), () -> open("watch"), lease,
				Duration.ofMillis(50));
		watch.start();
		try (Connection locking = open("tests"); Connection asking = open("tests")) {
			locking.setAutoCommit(false);
			locking.createStatement().execute("lock table cache_region in access exclusive mode");
			await().until(() -> !regions.isValid());
			int most = 0;
			for (int i = 0; i < 40; i++) {
				try (var rows = asking.createStatement()
					.executeQuery("select count(*) from pg_stat_activity where application_name = 'watch' "
							+ "and datname = current_database()")) {
					rows.next();
					most = Math.max(most, rows.getInt(1));
				}
				ClusterCheck.pause(50_000);
			}
			locking.rollback();
			await().until(regions::isValid);
			assertThat(most).isLessThanOrEqualTo(2);
		}
		finally {
			watch.stop();
		}
	}

	@Test
	void aWatchSurvivesAnError() {
		DatabaseRegionTable table = table(true);
		Duration lease = Duration.ofMillis(500);
		Regions regions = Regions.shared(table, lease);
		AtomicReference<@Nullable Error> error = new AtomicReference<>(new AssertionError("planted"));
		Labels.of(regions).register((changed) -> {
			Error now = error.getAndSet(null);
			if (now != null) {
				throw now;
			}
		});
		RegionWatch watch = new RegionWatch(regions, table, new NodeTable(table), () -> open("watch"), lease,
				Duration.ofMillis(50));
		watch.start();
		try {
			await().atMost(Duration.ofSeconds(5)).until(regions::isValid);
		}
		finally {
			watch.stop();
		}
	}

	@Test
	void aWatchReturnsNoChangedConnectionToThePool() throws SQLException {
		DatabaseRegionTable table = table(true);
		Duration lease = Duration.ofMillis(500);
		Regions regions = Regions.shared(table, lease);
		AtomicBoolean failing = new AtomicBoolean(true);
		Labels.of(regions).register((changed) -> {
			if (failing.getAndSet(false)) {
				throw new IllegalStateException("planted");
			}
		});
		RegionWatch watch = new RegionWatch(regions, table, new NodeTable(table),
				() -> failing.get() ? this.pool.getConnection() : open("watch"), lease, Duration.ofMillis(50));
		watch.start();
		try {
			await().until(() -> !failing.get() && regions.isValid());
		}
		finally {
			watch.stop();
		}
		for (int i = 0; i < this.pool.getMaximumPoolSize(); i++) {
			// Held until the pool is closed, so that each is another one.
			try (var rows = this.pool.getConnection()
				.createStatement()
				.executeQuery("select current_setting('statement_timeout') || ' '"
						+ " || (select count(*) from pg_listening_channels())")) {
				rows.next();
				assertThat(rows.getString(1)).isEqualTo("0 0");
			}
		}
	}

	/** As behind a pooler in transaction mode. */
	@Test
	void aWatchDetectsMissingNotifications() throws SQLException {
		DatabaseRegionTable table = table(true);
		Duration lease = Duration.ofMillis(300);
		AtomicBoolean pooled = new AtomicBoolean(true);
		try (Connection silent = open("tests")) {
			Regions regions = Regions.shared(table, lease);
			RegionWatch watch = new RegionWatch(regions, table, new NodeTable(table),
					() -> pooled.get() ? withNotificationsOf(open("watch"), silent) : open("watch"), lease,
					Duration.ofMillis(50));
			watch.start();
			try {
				assertThat(regions.isNotified()).as("until proven otherwise").isTrue();
				await().until(() -> !regions.isNotified());
				pooled.set(false);
				silent.createStatement()
					.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'watch' "
							+ "and datname = current_database()");
				await().until(regions::isNotified);
			}
			finally {
				watch.stop();
			}
		}
	}

	private static Connection withNotificationsOf(Connection connection, Connection another) {
		return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
					try {
						return method.invoke(method.getName().equals("unwrap") ? another : connection, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	@Test
	void aWatchPollsWithoutNotifications() {
		DatabaseRegionTable table = table(true);
		Regions regions = Regions.shared(table, Duration.ofSeconds(1));
		RegionWatch watch = new RegionWatch(regions, table, new NodeTable(table), () -> open("watch"),
				Duration.ofSeconds(1), Duration.ofMillis(50));
		watch.start();
		try (Connection hand = open("tests")) {
			hand.createStatement().execute("insert into cache_region values ('a', 7, gen_random_uuid())");
			await().until(() -> {
				var known = regions.version("a");
				return known != null && known.number() == 7;
			});
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			watch.stop();
		}
	}

}
