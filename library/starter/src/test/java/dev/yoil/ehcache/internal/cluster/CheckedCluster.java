package dev.yoil.ehcache.internal.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.support.PostgresServer;
import dev.yoil.support.RedisProcess;

/**
 * Several instances of the {@link CheckedApplication} with a database and a shared tier.
 * For one thread.
 */
final class CheckedCluster implements AutoCloseable {

	static final Duration LEASE = Duration.ofMillis(400);

	private final PostgresServer server;

	private final String url;

	private final RedisProcess redis = new RedisProcess();

	private final List<CheckedNode> nodes = new ArrayList<>();

	private boolean tierStopped;

	/**
	 * Starts the instances.
	 * @param folder the folder of {@code ehcache.xml}
	 * @param tierTimeout the timeout of the shared tier
	 */
	CheckedCluster(PostgresServer server, Path folder, PlantedFault planted, int instances, Duration tierTimeout)
			throws IOException, InterruptedException {
		this.server = server;
		this.url = server.createDatabase();
		prepare(planted);
		Files.writeString(folder.resolve("ehcache.xml"),
				TestCaches.HEAD
						+ """
								<service><y:cluster lease='%dms' poll='100ms'>
								<y:shared-tier url='${tier}' timeout='%dms' retry-after='200ms'/></y:cluster></service>
								<cache alias='pages'><heap>100</heap><y:policy ttl='1h' stale-if-error='1h'/></cache>
								<cache alias='sharedPages'><heap>100</heap><y:policy ttl='1h' stale-if-error='1h' scope='GLOBAL'/></cache>
								</config>"""
							.formatted(LEASE.toMillis(), tierTimeout.toMillis()));
		try {
			for (int i = 0; i < instances; i++) {
				this.nodes.add(new CheckedNode(this.url, this.redis.port(), folder, planted));
			}
			for (CheckedNode node : this.nodes) {
				node.await();
			}
		}
		catch (IOException | InterruptedException | RuntimeException | Error ex) {
			close();
			throw ex;
		}
	}

	private void prepare(PlantedFault planted) {
		execute("""
				create table counter (id int primary key, n bigint not null);
				insert into counter select id, 0 from generate_series(0, %d) as id;
				create sequence loads;
				""".formatted(CheckedPage.REGIONS * CheckedPage.COUNTERS - 1));
		String table = RegionSchema.sql();
		String position = "pg_current_xact_id()";
		if (!table.contains(position)) {
			throw new IllegalStateException("The fault cannot be planted");
		}
		execute((planted != PlantedFault.SEQUENCE) ? table
				: table.replace(position, "(pg_current_xact_id()::text::bigint - 1)::text::xid8"));
		execute("grant all on all tables in schema public to %1$s; grant all on all sequences in schema public to %1$s"
			.formatted(PostgresServer.USER));
	}

	List<CheckedNode> nodes() {
		return List.copyOf(this.nodes);
	}

	/**
	 * Executes SQL as a superuser.
	 */
	void execute(String sql) {
		this.server.execute(this.url, sql);
	}

	/**
	 * Queries a number.
	 */
	long query(String sql) {
		return this.server.query(this.url, sql);
	}

	/**
	 * Locks the counters, so that loads wait.
	 * @return the connection whose end releases the lock
	 */
	Connection lockCounters() throws SQLException {
		Connection connection = this.server.connect(this.url);
		connection.setAutoCommit(false);
		connection.createStatement().execute("lock table counter in access exclusive mode");
		return connection;
	}

	void restartDatabase(String mode) throws IOException, InterruptedException {
		this.server.restart(mode);
	}

	void stopTier() {
		if (!this.tierStopped) {
			this.redis.close();
			this.tierStopped = true;
		}
	}

	/**
	 * Restarts the shared tier, empty, if it is stopped.
	 */
	void startTier() throws IOException {
		if (this.tierStopped) {
			this.redis.start();
			this.tierStopped = false;
		}
	}

	@Override
	public void close() {
		this.nodes.forEach(CheckedNode::close);
		stopTier();
	}

}
