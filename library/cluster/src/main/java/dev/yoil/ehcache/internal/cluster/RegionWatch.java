package dev.yoil.ehcache.internal.cluster;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * A poller of the versions of all regions. It polls at a fixed interval. In between, it
 * applies the versions in notifications, and reads if one has none. It has a connection
 * of its own, so neither an exhausted pool nor a slow query ends the lease. A connection
 * that does not answer within a lease is replaced. Thread-safe.
 */
public final class RegionWatch implements SmartLifecycle, DisposableBean {

	private static final Logger LOG = LoggerFactory.getLogger(RegionWatch.class);

	/** The least time between reads caused by notifications. */
	private static final long NOTIFIED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

	private final Regions regions;

	private final DatabaseRegionTable table;

	private final InstanceTable instances;

	private final Callable<Connection> connections;

	private final Duration lease;

	private final Duration poll;

	private final LongAdder changesTold = new LongAdder();

	private final LongAdder changesFound = new LongAdder();

	/** Open until the versions were read, or never will be. */
	private final CountDownLatch read = new CountDownLatch(1);

	private volatile @Nullable Watch watch;

	/**
	 * Creates a poller that is not running.
	 * @param connections opens connections to the database of the table
	 * @param lease the time for which entries may be served after a read
	 * @param poll the interval between reads
	 */
	public RegionWatch(Regions regions, DatabaseRegionTable table, InstanceTable instances,
			Callable<Connection> connections, Duration lease, Duration poll) {
		this.regions = regions;
		this.table = table;
		this.instances = instances;
		this.connections = connections;
		this.lease = lease;
		this.poll = poll;
	}

	/**
	 * {@return the number of changes that another instance notified}
	 */
	public long changesTold() {
		return this.changesTold.sum();
	}

	/**
	 * {@return the number of changes that a poll found}
	 */
	public long changesFound() {
		return this.changesFound.sum();
	}

	/**
	 * Starts polling. Waits for the first read or failure, at most for a lease.
	 */
	@Override
	public void start() {
		Watch started = new Watch();
		this.watch = started;
		// A thread of its own: it waits on the connection that listens.
		Thread thread = new Thread(started, "yoil-cache-regions");
		thread.setDaemon(true);
		thread.start();
		try {
			started.first.await(this.lease.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Waits until the versions were read for the first time, or until {@link #destroy()}.
	 */
	public void awaitRead() throws InterruptedException {
		this.read.await();
	}

	@Override
	public void stop() {
		Watch ended = this.watch;
		this.watch = null;
		if (ended != null) {
			ended.close();
		}
	}

	/**
	 * Releases threads in {@link #awaitRead()}. {@link #stop()} must not do so: they
	 * would declare an application ready that is shutting down.
	 */
	@Override
	public void destroy() {
		stop();
		this.instances.delete();
		this.read.countDown();
	}

	@Override
	public boolean isRunning() {
		return this.watch != null;
	}

	/** Starts before the web server and stops after it. */
	@Override
	public int getPhase() {
		return 0;
	}

	/** The polling between a start and the next stop. */
	private final class Watch implements Runnable {

		private final CountDownLatch first = new CountDownLatch(1);

		private final CountDownLatch closed = new CountDownLatch(1);

		private final RegionPruning pruning = new RegionPruning();

		private volatile @Nullable Connection connection;

		private boolean failing;

		/**
		 * The notifications that need not arrive: sent before the last one was received.
		 */
		private long past;

		/** The polls since then with later ones that have not arrived. */
		private long silent;

		@Override
		public void run() {
			while (isOpen()) {
				try (Connection opened = RegionWatch.this.connections.call()) {
					this.connection = opened;
					try {
						poll(opened);
					}
					finally {
						// A pool must not reuse it: it listens, and has other timeouts.
						abort(opened);
					}
				}
				// Also errors: without this thread, each lookup would be a load.
				catch (Throwable ex) {
					failed(ex);
				}
				finally {
					this.connection = null;
				}
			}
		}

		private void poll(Connection opened) throws SQLException {
			long timeout = RegionWatch.this.lease.toMillis();
			opened.setNetworkTimeout(Runnable::run, (int) timeout);
			opened.setAutoCommit(true);
			JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(opened, true));
			// Else the server would continue queries of connections that were replaced.
			jdbc.execute("set statement_timeout = " + timeout);
			requireSameTable(jdbc);
			jdbc.execute("listen " + RegionNotification.CHANNEL);
			PGConnection notifications = opened.unwrap(PGConnection.class);
			expectFromNow();
			// Tests whether notifications arrive; its own do not count as changes.
			RegionWatch.this.table.wakeOthers(Map.of());
			boolean notified = true;
			while (isOpen()) {
				long started = System.nanoTime();
				int changes = RegionWatch.this.regions.catchUp((last, parts) -> TableReads.changes(jdbc, last, parts));
				(notified ? RegionWatch.this.changesTold : RegionWatch.this.changesFound).add(changes);
				if (RegionWatch.this.regions.version(RegionTable.SECRET) == null) {
					DatabaseRegionTable.createSecret(jdbc);
				}
				RegionWatch.this.instances.exchange(jdbc);
				this.pruning.run(jdbc, RegionWatch.this.regions.size());
				succeeded();
				notified = awaitNext(notifications, started);
				checkNotifications();
			}
		}

		private void requireSameTable(JdbcTemplate jdbc) {
			String here = jdbc.queryForObject(DatabaseRegionTable.IDENTITY, String.class);
			String pool = RegionWatch.this.table.identity();
			if (!Objects.equals(here, pool) && !Objects.equals(here, RegionWatch.this.table.newIdentity())) {
				throw new IllegalStateException("The listening connection uses another table cache_region (" + here
						+ ") than the pool (" + pool + "). Select the schema in spring.datasource.url.");
			}
		}

		/**
		 * Applies notifications until the next read is due.
		 * @param started the time of the last read
		 * @return whether a notification is the reason for the read
		 */
		private boolean awaitNext(PGConnection notifications, long started) throws SQLException {
			boolean notified = false;
			long interval = RegionWatch.this.poll.toNanos();
			long left = started + interval - System.nanoTime();
			// At least once, also if reads take longer than the interval.
			do {
				PGNotification[] received = notifications
					.getNotifications((int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
				if (received != null && received.length > 0) {
					received();
					for (PGNotification one : received) {
						notified |= !apply(one.getParameter());
					}
				}
				left = started + (notified ? Math.min(interval, NOTIFIED_NANOS) : interval) - System.nanoTime();
			}
			while (left > 0 && isOpen());
			return notified;
		}

		/**
		 * Applies the versions of a notification. Its own fill the gaps that changes of
		 * others leave before its own changes.
		 * @return {@code false} if the table must be read instead
		 */
		private boolean apply(String payload) {
			if (payload.equals(RegionWatch.this.table.instance())) {
				return true;
			}
			Map<String, RegionVersion> versions = RegionNotification.parse(payload, RegionWatch.this.table.identity());
			if (versions != null) {
				RegionWatch.this.changesTold.add(RegionWatch.this.regions.applyCommitted(versions));
			}
			return versions != null;
		}

		private void received() {
			expectFromNow();
			if (!RegionWatch.this.regions.isNotified()) {
				LOG.info("Notifications of PostgreSQL arrive");
			}
			RegionWatch.this.regions.notified(true);
		}

		private void expectFromNow() {
			this.past = RegionWatch.this.table.begun();
			this.silent = 0;
		}

		/**
		 * Finds out whether the notifications of this instance come back. They must do so
		 * while polls succeed: a slow or broken connection has another cause.
		 */
		private void checkNotifications() {
			if (RegionWatch.this.table.sent() > this.past
					&& ++this.silent > RegionWatch.this.lease.dividedBy(RegionWatch.this.poll)
					&& RegionWatch.this.regions.isNotified()) {
				RegionWatch.this.regions.notified(false);
				LOG.warn(
						"Notifications of PostgreSQL do not arrive, although its responses do. Changes on other instances "
								+ "are found by polling every {} ms. A possible cause is a pooler in transaction mode. If there "
								+ "is one, point spring.datasource.url directly at PostgreSQL.",
						RegionWatch.this.poll.toMillis());
			}
		}

		private void succeeded() {
			if (this.failing) {
				LOG.info("Reading the versions of regions works again");
			}
			this.failing = false;
			RegionWatch.this.read.countDown();
			this.first.countDown();
		}

		private void failed(Throwable ex) {
			this.first.countDown();
			if (!this.failing && isOpen()) {
				LOG.warn(
						"Failed to read the versions of regions, will retry every {} ms. Cached entries count as expired "
								+ "if there is no success within {} ms: {}",
						RegionWatch.this.poll.toMillis(), RegionWatch.this.lease.toMillis(), ex.toString());
			}
			this.failing = true;
			try {
				this.closed.await(RegionWatch.this.poll.toMillis(), TimeUnit.MILLISECONDS);
			}
			catch (InterruptedException interrupted) {
				Thread.currentThread().interrupt();
				this.closed.countDown();
			}
		}

		private boolean isOpen() {
			return this.closed.getCount() > 0;
		}

		/**
		 * Ends the polling without waiting for a response.
		 */
		private void close() {
			this.closed.countDown();
			Connection open = this.connection;
			if (open != null) {
				abort(open);
			}
		}

		private static void abort(Connection open) {
			try {
				open.abort(Runnable::run);
			}
			catch (SQLException ex) {
				LOG.debug("Failed to abort a connection", ex);
			}
		}

	}

}
