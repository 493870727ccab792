package dev.yoil.ehcache.internal.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.support.PostgresServer;
import dev.yoil.support.RedisProcess;

import static org.awaitility.Awaitility.await;

/**
 * Several instances of the {@link CheckedApplication} with a database and a shared tier.
 * For one thread.
 */
final class CheckedCluster implements AutoCloseable {

	static final Duration LEASE = Duration.ofMillis(400);

	private static final Duration TIER_TIMEOUT = Duration.ofMillis(400);

	private final PostgresServer server;

	private final String url;

	private final RedisProcess redis = new RedisProcess();

	private final List<CheckedNode> nodes = new ArrayList<>();

	private boolean tierStopped;

	/**
	 * Starts the instances.
	 * @param folder the folder of {@code ehcache.xml}
	 */
	CheckedCluster(PostgresServer server, Path folder, int instances) throws IOException, InterruptedException {
		this.server = server;
		this.url = server.createDatabase();
		prepare();
		Files.writeString(folder.resolve("ehcache.xml"),
				TestCaches.HEAD
						+ """
								<service><y:cluster lease='%dms' poll='100ms'>
								<y:shared-tier url='${tier}' timeout='%dms' retry-after='200ms'/></y:cluster></service>
								<cache alias='pages'><heap>100</heap><y:policy ttl='1h' stale-if-error='1h'/></cache>
								<cache alias='sharedPages'><heap>100</heap><y:policy ttl='1h' stale-if-error='1h' scope='GLOBAL'/></cache>
								</config>"""
							.formatted(LEASE.toMillis(), TIER_TIMEOUT.toMillis()));
		try {
			for (int i = 0; i < instances; i++) {
				this.nodes.add(new CheckedNode(this.url, this.redis.port(), folder));
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

	private void prepare() {
		execute("""
				create table counter (id int primary key, n bigint not null);
				insert into counter select id, 0 from generate_series(0, %d) as id;
				create sequence loads;
				""".formatted(CheckedPage.REGIONS * CheckedPage.COUNTERS - 1));
		execute(RegionSchema.sql());
		execute("grant all on all tables in schema public to %1$s; grant all on all sequences in schema public to %1$s"
			.formatted(PostgresServer.USER));
	}

	/**
	 * Plants a fault on all nodes, instead of the one before, and has them load all pages
	 * again.
	 */
	void plant(PlantedFault fault) {
		String table = RegionSchema.sql();
		String planted = table.replace("pg_current_xact_id()", "(pg_current_xact_id()::text::bigint - 1)::text::xid8");
		if (planted.equals(table)) {
			throw new IllegalStateException("The fault cannot be planted");
		}
		this.nodes.forEach((node) -> node.plant(PlantedFault.NONE));
		execute(table);
		for (int region = 0; region < CheckedPage.REGIONS; region++) {
			CheckedPage any = new CheckedPage(region, 0);
			// Connections may still be broken by the last faults.
			String token = await().until(() -> this.nodes.get(0).count(any), Optional::isPresent).orElseThrow().token();
			this.nodes.forEach((node) -> await().until(() -> node.read(any, token).isPresent()));
		}
		this.nodes.forEach((node) -> node.plant(fault));
		if (fault == PlantedFault.SEQUENCE) {
			execute(planted);
		}
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
