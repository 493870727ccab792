package dev.yoil.lab.cluster;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import com.sun.management.OperatingSystemMXBean;
import dev.yoil.lab.LabException;
import dev.yoil.lab.service.Database;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of simulated instances over a real PostgreSQL. Each instance does on the
 * database what a real one does for its regions, and nothing else. One thread runs all
 * listeners. Measures once.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Failures of connections end the run.
public final class SimulatedCluster {

	private static final long STARTING_SECONDS = 30;

	private static final long STRAGGLERS_MILLIS = 2_000;

	private static final double NANOS = 1e9;

	private static final long POLL = TimeUnit.MILLISECONDS.toNanos(250);

	private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

	private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("listeners", true),
			NioIoHandler.newFactory());

	private final CountDownLatch ended = new CountDownLatch(1);

	private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

	private final ClusterLevel level;

	private final Database database;

	private final Changes changes;

	private final Traffic traffic;

	private SimulatedCluster(ClusterLevel level, Database database) {
		this.level = level;
		this.database = database;
		this.changes = new Changes(level.instances());
		this.traffic = new Traffic(level.instances());
	}

	/**
	 * Runs a cluster and measures it.
	 * @param level size and load
	 * @param database an empty database of PostgreSQL
	 * @return the measurement
	 * @throws LabException if a connection fails
	 */
	public static ClusterMeasurement measure(ClusterLevel level, Database database) {
		SimulatedCluster cluster = new SimulatedCluster(level, database);
		try {
			return cluster.run();
		}
		catch (SQLException | ExecutionException ex) {
			throw new LabException("the simulated cluster failed: " + ex.getMessage(), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new LabException("interrupted", ex);
		}
		finally {
			cluster.loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
		}
	}

	private ClusterMeasurement run() throws SQLException, ExecutionException, InterruptedException {
		Map<String, String> properties = this.database.properties();
		String url = properties.getOrDefault("spring.datasource.url", "");
		String user = properties.getOrDefault("spring.datasource.username", "");
		String version;
		try (Connection connection = DriverManager.getConnection(url, user, "")) {
			SimulatedRegions.create(connection);
			version = SimulatedRegions.version(connection);
		}
		connect(URI.create(url.substring("jdbc:".length())), user);
		try (Writers writers = new Writers(this.level, url, user, this.changes, this::failed)) {
			writers.start();
			await(this.level.warmUp().toMillis());
			this.changes.measure(true);
			Reading begin = read(writers);
			await(this.level.duration().toMillis());
			Reading end = read(writers);
			this.changes.measure(false);
			writers.stop();
			this.changes.awaitApplied(STRAGGLERS_MILLIS);
			return measured(version, begin, end);
		}
	}

	private void connect(URI url, String user) throws InterruptedException {
		InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), url.getPort());
		String database = url.getPath().substring(1);
		SplittableRandom random = new SplittableRandom(this.level.instances());
		Bootstrap bootstrap = new Bootstrap().group(this.loop).channel(NioSocketChannel.class).remoteAddress(address);
		for (int i = 0; i < this.level.instances(); i++) {
			ChannelHandler instance = new SimulatedInstance(i, Messages.startup(user, database), this.changes,
					this.traffic, random.nextLong(POLL), this::failed);
			bootstrap.clone().handler(instance).connect().addListener((opened) -> {
				if (!opened.isSuccess()) {
					failed(String.valueOf(opened.cause()));
				}
			});
		}
		if (!this.traffic.allReady().await(STARTING_SECONDS, TimeUnit.SECONDS)) {
			String why = this.failure.get();
			throw new LabException("PostgreSQL did not accept %d connections: %s".formatted(this.level.instances(),
					(why != null) ? why : "it takes too long"));
		}
	}

	private void failed(String why) {
		this.failure.compareAndSet(null, why);
		this.ended.countDown();
	}

	private void await(long millis) throws InterruptedException {
		if (this.ended.await(millis, TimeUnit.MILLISECONDS)) {
			throw new LabException("a simulated instance failed: " + this.failure.get());
		}
	}

	private Reading read(Writers writers) throws ExecutionException, InterruptedException {
		double databaseCpu = this.database.cpu().orElse(Double.NaN);
		return this.loop.next()
			.submit(() -> new Reading(System.nanoTime(), databaseCpu, this.process.getProcessCpuTime(),
					this.process.getCpuLoad(), ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime(),
					this.traffic.numbers(), writers.committed(), writers.statements()))
			.get();
	}

	private ClusterMeasurement measured(String version, Reading begin, Reading end) {
		double seconds = (end.nanos - begin.nanos) / NANOS;
		Traffic.Numbers before = begin.traffic;
		Traffic.Numbers after = end.traffic;
		long statements = after.statements() + end.statements - before.statements() - begin.statements;
		double databaseCpus = (end.databaseCpu - begin.databaseCpu) / seconds;
		double simulatorCpus = (end.simulatorCpu - begin.simulatorCpu) / NANOS / seconds;
		double otherCpus = end.busy * Runtime.getRuntime().availableProcessors() - databaseCpus - simulatorCpus;
		return new ClusterMeasurement(this.level, version, databaseCpus, simulatorCpus, Math.max(0, otherCpus),
				end.busy, (end.loopCpu - begin.loopCpu) / NANOS / seconds, this.changes.delay(50),
				this.changes.delay(99), this.changes.applied(), this.changes.missing(),
				(end.committed - begin.committed) / seconds, statements / seconds,
				(after.reads() - before.reads()) / seconds, (after.notifications() - before.notifications()) / seconds,
				(after.bytes() - before.bytes()) / seconds,
				this.level.instances() + Writers.WRITERS + Writers.NOTIFIERS);
	}

	private record Reading(long nanos, double databaseCpu, long simulatorCpu, double busy, long loopCpu,
			Traffic.Numbers traffic, long committed, long statements) {
	}

}
