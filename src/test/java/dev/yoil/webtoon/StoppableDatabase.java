package dev.yoil.webtoon;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

import org.h2.jdbcx.JdbcDataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * An in-memory database that tests can stop and start. While stopped, it rejects
 * connections.
 */
final class StoppableDatabase extends DelegatingDataSource {

	private final AtomicInteger connections = new AtomicInteger();

	private volatile boolean stopped;

	StoppableDatabase() {
		JdbcDataSource database = new JdbcDataSource();
		database.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
		setTargetDataSource(database);
	}

	void stop() {
		this.stopped = true;
	}

	void start() {
		this.stopped = false;
	}

	/**
	 * Returns how often the service asked for a connection.
	 */
	int connections() {
		return this.connections.get();
	}

	@Override
	public Connection getConnection() throws SQLException {
		this.connections.incrementAndGet();
		if (this.stopped) {
			throw new SQLTransientConnectionException("The database is stopped");
		}
		return super.getConnection();
	}

}
