package dev.yoil.ehcache.internal.cluster;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Callable;

import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.PostgresServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A database in a real PostgreSQL with the table of regions, and an instance that may
 * watch it.
 */
abstract class RegionDatabase {

	final String url = PostgresServer.shared().createDatabase();

	final HikariDataSource dataSource = pool();

	final JdbcTemplate jdbc = new JdbcTemplate(this.dataSource);

	final DatabaseRegionTable table = new DatabaseRegionTable(this.dataSource);

	final InstanceTable instances = new InstanceTable(this.table);

	final Regions regions;

	private final Duration lease;

	private @Nullable RegionWatch watch;

	RegionDatabase(Duration lease) {
		this.lease = lease;
		this.regions = Regions.shared(this.table, lease);
	}

	/** Creates a pool, because each connection to PostgreSQL costs about 50 ms. */
	final HikariDataSource pool() {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(this.url);
		pool.setUsername(PostgresServer.USER);
		pool.setPassword(PostgresServer.PASSWORD);
		pool.setMaximumPoolSize(8);
		pool.setMinimumIdle(0);
		return pool;
	}

	@BeforeEach
	void createTable() {
		this.jdbc.execute(RegionSchema.sql());
	}

	@AfterEach
	void close() {
		if (this.watch != null) {
			this.watch.destroy();
		}
		this.table.close();
		this.dataSource.close();
	}

	/** Starts the only watch of the test. */
	RegionWatch watch(Duration poll, Callable<Connection> connections) {
		this.watch = new RegionWatch(this.regions, this.table, this.instances, connections, this.lease, poll);
		this.watch.start();
		return this.watch;
	}

	/** Opens a connection with the name of an application. */
	Connection open(String application) throws SQLException {
		Properties properties = new Properties();
		properties.setProperty("user", PostgresServer.USER);
		properties.setProperty("password", PostgresServer.PASSWORD);
		properties.setProperty("ApplicationName", application);
		return DriverManager.getConnection(this.url, properties);
	}

	/** Calls a method of a connection, after or before something else. */
	interface Call {

		@Nullable Object of(Method method, Callable<@Nullable Object> call) throws Exception;

	}

	static Connection intercepted(Connection connection, Call call) {
		return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
					try {
						return call.of(method, () -> method.invoke(connection, arguments));
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

}
