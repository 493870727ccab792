package dev.yoil.ehcache.internal.cluster;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import dev.yoil.ehcache.internal.region.RegionTokens;
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
 * Reads the versions of all regions over and over, at once when another instance says
 * that it has changed some, by a connection of its own: so neither a pool that is empty
 * nor queries that take long let the lease end. A connection that does not answer within
 * a lease is given up. Thread-safe.
 */
public final class RegionWatch implements SmartLifecycle, DisposableBean {

	private static final Logger LOG = LoggerFactory.getLogger(RegionWatch.class);

	/** The row whose tag signs tokens. */
	private static final String KEY = "insert into cache_region (region, n, tag) values (?, 1, gen_random_uuid()) on conflict do nothing";

	private final Regions regions;

	private final PostgresRegionTable table;

	private final Connections connections;

	private final Duration lease;

	private final Duration poll;

	private final LongAdder changesTold = new LongAdder();

	private final LongAdder changesFound = new LongAdder();

	/** Counted down when the versions were read, or never will be. */
	private final CountDownLatch read = new CountDownLatch(1);

	private volatile @Nullable Watch watch;

	/**
	 * Creates what does not watch yet.
	 * @param regions what is told of changes
	 * @param table where they are, which this instance also writes
	 * @param connections opens connections to the same database
	 * @param lease how long entries may be served after the versions were last read
	 * @param poll how often to read them if nobody says anything
	 */
	public RegionWatch(Regions regions, PostgresRegionTable table, Connections connections, Duration lease,
			Duration poll) {
		this.regions = regions;
		this.table = table;
		this.connections = connections;
		this.lease = lease;
		this.poll = poll;
	}

	/**
	 * {@return how many changes of regions were heard of because another instance told of
	 * them}
	 */
	public long changesTold() {
		return this.changesTold.sum();
	}

	/**
	 * {@return how many changes of regions nobody told of and were found by looking}
	 */
	public long changesFound() {
		return this.changesFound.sum();
	}

	/**
	 * Begins, and waits for the first answer for a lease at most.
	 */
	@Override
	public void start() {
		Watch begun = new Watch();
		this.watch = begun;
		Thread thread = new Thread(begun, "yoil-cache-regions");
		thread.setDaemon(true);
		thread.start();
		begun.awaitFirst();
	}

	/**
	 * Waits until the versions were read for the first time, however long that takes, or
	 * until {@link #destroy()}.
	 * @throws InterruptedException if the thread is not to wait any longer
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
	 * Lets nobody wait any longer. Not done by {@link #stop()}: an application that is
	 * being closed counts as running until all is stopped, and would be called ready.
	 */
	@Override
	public void destroy() {
		stop();
		this.read.countDown();
	}

	@Override
	public boolean isRunning() {
		return this.watch != null;
	}

	/** Before anything answers, and until nothing does. */
	@Override
	public int getPhase() {
		return 0;
	}

	/**
	 * Opens connections.
	 */
	@FunctionalInterface
	public interface Connections {

		/**
		 * Opens one, which is closed by whoever asked for it.
		 * @throws SQLException if that is not possible now
		 */
		Connection open() throws SQLException;

	}

	/** From one start to the next stop. */
	private final class Watch implements Runnable {

		/** Whether there was an answer, or a failure. */
		private final CountDownLatch first = new CountDownLatch(1);

		private final CountDownLatch closed = new CountDownLatch(1);

		private volatile @Nullable Connection connection;

		private boolean failing;

		/** What the table had told when anything was heard last. */
		private long heard;

		/** When that was, or nothing more had been told. */
		private long heardAt;

		@Override
		public void run() {
			while (isOpen()) {
				try (Connection opened = RegionWatch.this.connections.open()) {
					this.connection = opened;
					watch(opened);
				}
				catch (Throwable ex) {
					// Whatever it is: without this thread everything would be loaded.
					failed(ex);
				}
				finally {
					this.connection = null;
				}
			}
		}

		private void watch(Connection opened) throws SQLException {
			opened.setNetworkTimeout(Runnable::run, (int) RegionWatch.this.lease.toMillis());
			opened.setAutoCommit(true);
			JdbcTemplate jdbc = new JdbcTemplate(new SingleConnectionDataSource(opened, true));
			// The server would go on with what nobody waits for any more.
			jdbc.execute("set statement_timeout = " + RegionWatch.this.lease.toMillis());
			refuseAnother(jdbc);
			jdbc.execute("listen " + PostgresRegionTable.CHANNEL);
			PGConnection told = opened.unwrap(PGConnection.class);
			hear();
			// By another connection, as others do. Its own news do not count as a
			// change.
			RegionWatch.this.table.wakeOthers(Map.of());
			boolean woken = true;
			while (isOpen()) {
				long begun = System.nanoTime();
				int changes = RegionWatch.this.regions.catchUp(() -> read(jdbc));
				(woken ? RegionWatch.this.changesTold : RegionWatch.this.changesFound).add(changes);
				if (RegionWatch.this.regions.version(RegionTokens.KEY) == null) {
					jdbc.update(KEY, RegionTokens.KEY);
				}
				succeeded();
				woken = awaitChange(told, begun + RegionWatch.this.poll.toNanos());
				checkHearing();
			}
		}

		private void refuseAnother(JdbcTemplate jdbc) {
			String seen = jdbc.queryForObject(PostgresRegionTable.IDENTITY, String.class);
			String written = RegionWatch.this.table.identity();
			if (!Objects.equals(seen, written)) {
				throw new IllegalStateException("The connection that listens sees another table cache_region (" + seen
						+ ") than the pool (" + written + "): what chooses the schema has to be in the URL");
			}
		}

		private static Map<String, RegionVersion> read(JdbcTemplate jdbc) {
			Map<String, RegionVersion> read = jdbc.query(PostgresRegionTable.READ, PostgresRegionTable.versions());
			return (read != null) ? read : Map.of();
		}

		/**
		 * Waits until another instance tells of a change, but no longer than to some
		 * time.
		 * @return whether one did
		 */
		private boolean awaitChange(PGConnection told, long until) throws SQLException {
			long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
			while (left > 0 && isOpen()) {
				PGNotification[] news = told.getNotifications((int) left);
				if (news != null && news.length > 0) {
					hear();
					RegionWatch.this.regions.notified(true);
				}
				if (news != null && Arrays.stream(news)
					.anyMatch((one) -> !one.getParameter().equals(RegionWatch.this.table.instance()))) {
					return true;
				}
				left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
			}
			return false;
		}

		private void hear() {
			this.heard = RegionWatch.this.table.woken();
			this.heardAt = System.nanoTime();
		}

		/**
		 * A pooler in between that lends connections for single transactions takes
		 * {@code LISTEN}, and what that brings gets to anybody. What this instance itself
		 * tells, it has to hear, too.
		 */
		private void checkHearing() {
			if (RegionWatch.this.table.woken() == this.heard) {
				this.heardAt = System.nanoTime();
			}
			else if (RegionWatch.this.regions.isNotified()
					&& System.nanoTime() - this.heardAt > RegionWatch.this.lease.toNanos()) {
				RegionWatch.this.regions.notified(false);
				LOG.warn(
						"What other instances notify does not get through, as if a pooler in transaction mode were in between: "
								+ "their changes are found by looking every {} ms only. Let spring.datasource.url lead to "
								+ "PostgreSQL itself.",
						RegionWatch.this.poll.toMillis());
			}
		}

		private void succeeded() {
			if (this.failing) {
				LOG.info("The versions of regions can be read again");
			}
			this.failing = false;
			RegionWatch.this.read.countDown();
			this.first.countDown();
		}

		private void failed(Throwable ex) {
			this.first.countDown();
			if (!isOpen()) {
				return;
			}
			if (!this.failing) {
				LOG.warn(
						"The versions of regions cannot be read: what is in the caches counts as expired until they can be. {}",
						ex.toString());
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

		void awaitFirst() {
			try {
				this.first.await(RegionWatch.this.lease.toMillis(), TimeUnit.MILLISECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		/**
		 * Ends it without waiting for an answer.
		 */
		void close() {
			this.closed.countDown();
			Connection open = this.connection;
			if (open != null) {
				try {
					open.abort(Runnable::run);
				}
				catch (SQLException ex) {
					LOG.debug("A connection could not be aborted", ex);
				}
			}
		}

	}

}
