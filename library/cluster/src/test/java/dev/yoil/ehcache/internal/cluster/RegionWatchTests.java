package dev.yoil.ehcache.internal.cluster;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.PostgresServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The watch over a table in a real PostgreSQL, with connections that hang, break or
 * receive nothing.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class RegionWatchTests {

	private final String url = PostgresServer.shared().createDatabase();

	private final HikariDataSource pool = new HikariDataSource();

	private DatabaseRegionTable table;

	@BeforeEach
	void createTable() throws SQLException {
		this.pool.setJdbcUrl(this.url);
		this.pool.setUsername(PostgresServer.USER);
		this.pool.setPassword(PostgresServer.PASSWORD);
		this.pool.setMaximumPoolSize(8);
		try (Connection connection = open("tests")) {
			connection.createStatement().execute(RegionSchema.sql());
		}
		this.table = new DatabaseRegionTable(this.pool);
		assertThat(this.table.problemForCluster()).isNull();
	}

	@AfterEach
	void close() {
		this.table.close();
		this.pool.close();
	}

	private Connection open(String application) throws SQLException {
		Properties properties = new Properties();
		properties.setProperty("user", PostgresServer.USER);
		properties.setProperty("password", PostgresServer.PASSWORD);
		properties.setProperty("ApplicationName", application);
		return DriverManager.getConnection(this.url, properties);
	}

	/**
	 * A locked table must not exhaust the connections of the server.
	 */
	@Test
	void aWatchWithoutResponsesLeaksNoConnections() throws SQLException {
		Duration lease = Duration.ofMillis(200);
		Regions regions = Regions.shared(this.table, lease);
		RegionWatch watch = new RegionWatch(regions, this.table, new InstanceTable(this.table), () -> open("watch"),
				lease, Duration.ofMillis(50));
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
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
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
		Duration lease = Duration.ofMillis(500);
		Regions regions = Regions.shared(this.table, lease);
		AtomicReference<@Nullable Error> error = new AtomicReference<>(new AssertionError("planted"));
		regions.register((changed) -> {
			Error now = error.getAndSet(null);
			if (now != null) {
				throw now;
			}
		});
		RegionWatch watch = new RegionWatch(regions, this.table, new InstanceTable(this.table), () -> open("watch"),
				lease, Duration.ofMillis(50));
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
		Duration lease = Duration.ofMillis(500);
		Regions regions = Regions.shared(this.table, lease);
		AtomicBoolean failing = new AtomicBoolean(true);
		regions.register((changed) -> {
			if (failing.getAndSet(false)) {
				throw new IllegalStateException("planted");
			}
		});
		RegionWatch watch = new RegionWatch(regions, this.table, new InstanceTable(this.table),
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
	void aWatchDetectsMissingNotifications(CapturedOutput output) throws SQLException {
		Duration lease = Duration.ofMillis(300);
		AtomicBoolean pooled = new AtomicBoolean(true);
		try (Connection silent = open("tests")) {
			Regions regions = Regions.shared(this.table, lease);
			RegionWatch watch = new RegionWatch(regions, this.table, new InstanceTable(this.table),
					() -> pooled.get() ? withNotificationsOf(open("watch"), silent) : open("watch"), lease,
					Duration.ofMillis(50));
			watch.start();
			try {
				assertThat(regions.isNotified()).as("until proven otherwise").isTrue();
				await().until(() -> !regions.isNotified());
				assertThat(output).contains("do not arrive, although its responses do", "A possible cause is a pooler");
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

	/**
	 * For example while the database restarts. The notification arrives with the delay.
	 */
	@Test
	void aWatchBlamesNoPoolerForADelay(CapturedOutput output) {
		Duration lease = Duration.ofMillis(300);
		Regions regions = Regions.shared(this.table, lease);
		AtomicReference<CountDownLatch> delay = new AtomicReference<>(new CountDownLatch(0));
		AtomicInteger polls = new AtomicInteger();
		RegionWatch watch = new RegionWatch(regions, this.table, new InstanceTable(this.table),
				() -> before("prepareStatement", open("watch"), () -> {
					polls.incrementAndGet();
					delay.get().await();
				}), lease, Duration.ofMillis(20));
		watch.start();
		try {
			await().until(() -> this.table.sent() > 0 && polls.get() > 20);
			CountDownLatch blocked = new CountDownLatch(1);
			delay.set(blocked);
			int reached = polls.get();
			await().until(() -> polls.get() > reached);
			long sent = this.table.sent();
			regions.changed("a");
			await().pollDelay(lease.multipliedBy(2)).until(() -> this.table.sent() > sent);
			int before = polls.get();
			blocked.countDown();
			await().until(() -> polls.get() > before + 20);
			assertThat(regions.isNotified()).isTrue();
			assertThat(output).doesNotContain("do not arrive");
		}
		finally {
			watch.stop();
		}
	}

	@Test
	void aWatchLogsWhyItsConnectionIsCut(CapturedOutput output) {
		Duration lease = Duration.ofMillis(300);
		Regions regions = Regions.shared(this.table, lease);
		RegionWatch watch = new RegionWatch(regions, this.table, new InstanceTable(this.table), () -> open("watch"),
				lease, Duration.ofMillis(20));
		watch.start();
		try (Connection killer = open("tests")) {
			await().until(regions::isValid);
			regions.changed("a");
			killer.createStatement()
				.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'watch' "
						+ "and datname = current_database()");
			await().until(() -> output.toString().contains("Reading the versions of regions works again"));
			assertThat(output).contains("Failed to read the versions of regions", "administrator command")
				.doesNotContain("do not arrive");
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			watch.stop();
		}
	}

	/** An action that may be interrupted. */
	private interface Blocking {

		void run() throws InterruptedException;

	}

	private static Connection before(String name, Connection connection, Blocking action) {
		return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
					if (method.getName().equals(name)) {
						action.run();
					}
					try {
						return method.invoke(connection, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
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
		Regions regions = Regions.shared(this.table, Duration.ofSeconds(1));
		RegionWatch watch = new RegionWatch(regions, this.table, new InstanceTable(this.table), () -> open("watch"),
				Duration.ofSeconds(1), Duration.ofMillis(50));
		watch.start();
		try (Connection hand = open("tests")) {
			hand.createStatement()
				.execute("insert into cache_region (region, n, tag) values ('a', 7, gen_random_uuid())");
			await().until(() -> regions.version("a") != null);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			watch.stop();
		}
	}

}
