package dev.yoil.ehcache.internal.cluster;

import java.sql.Timestamp;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The instances that share a database, in its table {@code cache_node}: each writes its
 * own row every few seconds, and removes it when it ends. Nothing that is served depends
 * on it. Thread-safe, with one thread of its own, so that no caller ever waits for the
 * database for longer than it says.
 */
public final class NodeTable implements SmartLifecycle {

	/** How many rows are read at most, those that were seen last. */
	public static final int MOST = 64;

	private static final Logger LOG = LoggerFactory.getLogger(NodeTable.class);

	private static final Duration BEAT = Duration.ofSeconds(5);

	private static final int QUERY_SECONDS = 5;

	private static final long CLOSE_MILLIS = 1_000;

	private static final String WRITE = """
			insert into cache_node (id, url, seen_at) values (?, ?, clock_timestamp())
			on conflict (id) do update set url = excluded.url, seen_at = excluded.seen_at
			returning (extract(epoch from seen_at) * 1000)::bigint""";

	private static final String FORGET = "delete from cache_node where seen_at < clock_timestamp() - interval '10 minutes'";

	/** Whoever listened there before does not any more. */
	private static final String SUCCEED = "delete from cache_node where url = ? and id <> ?";

	private static final String READ = "select id, url, seen_at from cache_node order by seen_at desc limit " + MOST;

	private final JdbcTemplate jdbc;

	private final UUID id;

	private final Supplier<String> url;

	private volatile List<ClusterNode> known = List.of();

	/** What the database's clock said, and when; {@code null} before the first row. */
	private volatile @Nullable Clocks clocks;

	private volatile @Nullable ScheduledThreadPoolExecutor thread;

	private boolean failing;

	/**
	 * Creates what writes nothing yet.
	 * @param dataSource the database that all instances share
	 * @param instance whose identity the row has
	 * @param url where the others reach this instance, asked when this is started
	 */
	public NodeTable(DataSource dataSource, PostgresRegionTable instance, Supplier<String> url) {
		this.jdbc = new JdbcTemplate(dataSource);
		this.jdbc.setQueryTimeout(QUERY_SECONDS);
		this.id = UUID.fromString(instance.instance());
		this.url = url;
	}

	/**
	 * {@return what this instance is called}
	 */
	public UUID id() {
		return this.id;
	}

	/**
	 * {@return the time in milliseconds since 1970 by the clock of the database, which
	 * goes on here while that cannot be asked, so that no two instances differ;
	 * {@code null} if it was never heard}
	 */
	@Nullable Long now() {
		Clocks last = this.clocks;
		return (last != null) ? last.database() + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - last.here()) : null;
	}

	/**
	 * Reads all instances, those seen last if there are more than {@value #MOST}.
	 * @param limit how long to wait for the database at most; after that, those that were
	 * known last are given
	 */
	public List<ClusterNode> nodes(Duration limit) {
		List<ClusterNode> read = within(limit, this::read);
		return (read != null) ? read : this.known;
	}

	/**
	 * Asks the database in the thread that is there for that.
	 * @param limit how long to wait
	 * @return its answer; {@code null} if it has none in time
	 */
	public <T> @Nullable T within(Duration limit, Callable<T> question) {
		ScheduledThreadPoolExecutor asking = this.thread;
		if (asking == null) {
			return null;
		}
		Future<T> answer;
		try {
			answer = asking.submit(question);
		}
		catch (RejectedExecutionException ex) {
			return null;
		}
		try {
			return answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (ExecutionException | TimeoutException ex) {
			LOG.debug("The database did not answer for the view of all instances", ex);
			return null;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return null;
		}
		finally {
			answer.cancel(true);
		}
	}

	private List<ClusterNode> read() {
		List<ClusterNode> read = this.jdbc.query(READ, (row, number) -> new ClusterNode(row.getObject(1, UUID.class),
				row.getString(2), row.getObject(3, Timestamp.class).toInstant()));
		this.known = read;
		return read;
	}

	/**
	 * Begins to write this instance's row.
	 */
	@Override
	public void start() {
		CustomizableThreadFactory threads = new CustomizableThreadFactory("yoil-cache-node-");
		threads.setDaemon(true);
		ScheduledThreadPoolExecutor started = new ScheduledThreadPoolExecutor(1, threads);
		started.setRemoveOnCancelPolicy(true);
		this.thread = started;
		String reached = this.url.get();
		started.execute(() -> beat(() -> this.jdbc.update(SUCCEED, reached, this.id)));
		Future<?> unused = started.scheduleWithFixedDelay(() -> beat(() -> write(reached)), 0, BEAT.toMillis(),
				TimeUnit.MILLISECONDS);
	}

	private void write(String reached) {
		Long written = this.jdbc.queryForObject(WRITE, Long.class, this.id, reached);
		if (written != null) {
			this.clocks = new Clocks(written, System.nanoTime());
		}
		this.jdbc.update(FORGET);
		read();
	}

	/**
	 * Whatever goes wrong, the next beat comes.
	 */
	private void beat(Runnable written) {
		try {
			written.run();
			if (this.failing) {
				LOG.info("Other instances can see this one again");
			}
			this.failing = false;
		}
		catch (RuntimeException ex) {
			if (!this.failing) {
				LOG.warn("Other instances cannot see this one, which changes nothing of what it serves: {}",
						ex.toString());
			}
			this.failing = true;
		}
	}

	/**
	 * Removes the row, unless that takes too long.
	 */
	@Override
	public void stop() {
		ScheduledThreadPoolExecutor ended = this.thread;
		this.thread = null;
		if (ended == null) {
			return;
		}
		ended.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
		ended.execute(() -> beat(() -> this.jdbc.update("delete from cache_node where id = ?", this.id)));
		ended.shutdown();
		try {
			if (!ended.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
				ended.shutdownNow();
			}
		}
		catch (InterruptedException ex) {
			ended.shutdownNow();
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public boolean isRunning() {
		return this.thread != null;
	}

	/**
	 * One moment by two clocks.
	 *
	 * @param database milliseconds since 1970
	 * @param here nanoseconds, by {@link System#nanoTime()}
	 */
	private record Clocks(long database, long here) {
	}

}
