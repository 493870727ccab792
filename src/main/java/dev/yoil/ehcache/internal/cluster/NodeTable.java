package dev.yoil.ehcache.internal.cluster;

import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * The instances that share a database, in its table {@code cache_node}: each writes its
 * own row every few seconds, and removes it when it ends. Nothing that is served depends
 * on it. Thread-safe.
 */
public final class NodeTable implements SmartLifecycle {

	private static final Logger LOG = LoggerFactory.getLogger(NodeTable.class);

	private static final Duration BEAT = Duration.ofSeconds(5);

	private static final int QUERY_SECONDS = 1;

	private static final String WRITE = """
			insert into cache_node (id, url, seen_at) values (?, ?, clock_timestamp())
			on conflict (id) do update set url = excluded.url, seen_at = excluded.seen_at
			returning (extract(epoch from seen_at) * 1000)::bigint""";

	/** An instance whose address is another's by now has ended. */
	private static final String FORGET = """
			delete from cache_node where seen_at < clock_timestamp() - interval '10 minutes'
			or (url = ? and id <> ? and seen_at < clock_timestamp() - interval '10 seconds')""";

	private static final String READ = """
			select * from (select id, url, seen_at from cache_node order by seen_at desc limit 64) latest
			order by url, id""";

	private final JdbcTemplate jdbc;

	private final ClusterNode here;

	private final Supplier<String> url;

	private volatile List<ClusterNode> known;

	/**
	 * The difference by which the database's clock is ahead of {@link System#nanoTime()}.
	 */
	private volatile @Nullable Long aheadMillis;

	private volatile @Nullable ThreadPoolTaskScheduler thread;

	private boolean failing;

	/**
	 * Creates the table without reading or writing it.
	 * @param dataSource the database that all instances share
	 * @param instance whose identity the row has
	 * @param url where the others reach it, asked at the start
	 */
	public NodeTable(DataSource dataSource, PostgresRegionTable instance, Supplier<String> url) {
		this.jdbc = new JdbcTemplate(dataSource);
		this.jdbc.setQueryTimeout(QUERY_SECONDS);
		this.here = new ClusterNode(UUID.fromString(instance.instance()), null, null, true, false, null);
		this.known = List.of(this.here);
		this.url = url;
	}

	/**
	 * {@return this instance}
	 */
	public ClusterNode here() {
		return this.here;
	}

	/**
	 * {@return the time in milliseconds since 1970 by the clock of the database;
	 * {@code null} if it was never read}
	 */
	public @Nullable Long now() {
		Long ahead = this.aheadMillis;
		return (ahead != null) ? ahead + TimeUnit.NANOSECONDS.toMillis(System.nanoTime()) : null;
	}

	/**
	 * Reads all instances in the order of their addresses, with this one always among
	 * them: of more than 64 those seen last. If the database does not answer within a
	 * second, those known last.
	 */
	public List<ClusterNode> nodes() {
		try {
			return read();
		}
		catch (DataAccessException ex) {
			LOG.debug("The database does not tell which instances there are", ex);
			return this.known;
		}
	}

	private List<ClusterNode> read() {
		List<ClusterNode> read = new ArrayList<>(this.jdbc.query(READ, (row, number) -> {
			UUID id = row.getObject(1, UUID.class);
			return new ClusterNode(id, row.getString(2), row.getObject(3, Timestamp.class).toInstant(),
					id.equals(this.here.id()), false, null);
		}));
		if (read.stream().noneMatch(ClusterNode::here)) {
			read.add(this.here);
		}
		this.known = List.copyOf(read);
		return this.known;
	}

	/**
	 * Begins to write this instance's row.
	 */
	@Override
	public void start() {
		String reached = this.url.get();
		ThreadPoolTaskScheduler started = new ThreadPoolTaskScheduler();
		started.setThreadNamePrefix("yoil-cache-node-");
		started.setDaemon(true);
		started.setWaitForTasksToCompleteOnShutdown(true);
		started.setAwaitTerminationSeconds(1);
		started.initialize();
		Future<?> unused = started.scheduleWithFixedDelay(() -> beat(reached), BEAT);
		this.thread = started;
	}

	/**
	 * Whatever goes wrong, the next beat comes.
	 */
	private void beat(String reached) {
		try {
			Long written = this.jdbc.queryForObject(WRITE, Long.class, this.here.id(), reached);
			if (written != null) {
				this.aheadMillis = written - TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
			}
			this.jdbc.update(FORGET, reached, this.here.id());
			read();
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
		ThreadPoolTaskScheduler ended = this.thread;
		this.thread = null;
		if (ended != null) {
			ended.execute(() -> this.jdbc.update("delete from cache_node where id = ?", this.here.id()));
			ended.shutdown();
		}
	}

	@Override
	public boolean isRunning() {
		return this.thread != null;
	}

}
