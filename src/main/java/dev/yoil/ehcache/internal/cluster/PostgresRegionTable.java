package dev.yoil.ehcache.internal.cluster;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import javax.sql.DataSource;

import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The versions of regions in a table of a PostgreSQL database. Other instances are woken
 * by {@code NOTIFY}, behind the commit: inside of a transaction that would take a lock of
 * the whole database. Thread-safe.
 */
public final class PostgresRegionTable implements RegionTable, AutoCloseable {

	/** What other instances listen to; the payload names the one that tells. */
	static final String CHANNEL = "cache_region";

	/** What to do if {@link #prepare()} finds something. */
	public static final String REMEDY = "Use PostgreSQL with \"create table cache_region (region varchar(200) primary key, "
			+ "n bigint not null, tag uuid not null)\", or remove <service> if there is one instance only.";

	/** Tells two tables of one name apart, of other databases or schemas. */
	static final String IDENTITY = "select current_database() || ' ' || 'cache_region'::regclass::oid::text";

	static final String READ = "select region, n, tag from cache_region";

	private static final Logger LOG = LoggerFactory.getLogger(PostgresRegionTable.class);

	/** The rows are locked in the order of the array. */
	private static final String RAISE = """
			insert into cache_region as present (region, n, tag)
			select region, 1, gen_random_uuid() from unnest(?) as region
			on conflict (region) do update set n = present.n + 1, tag = excluded.tag
			returning region, n, tag""";

	private static final long RETRY_MILLIS = 250;

	/** Whoever waits for an answer that long would rather have none. */
	private static final int QUERY_SECONDS = 5;

	private static final long CLOSE_MILLIS = 1_000;

	private final DataSource dataSource;

	private final JdbcTemplate jdbc;

	private final String instance = UUID.randomUUID().toString();

	private final ScheduledExecutorService background;

	private volatile @Nullable String identity;

	private final AtomicBoolean waking = new AtomicBoolean();

	private final LongAdder woken = new LongAdder();

	private final Queue<Late> late = new ConcurrentLinkedQueue<>();

	/** True if the last attempt to raise them failed; for the background thread. */
	private boolean failing;

	/**
	 * Creates what does nothing yet.
	 * @param dataSource what the application's transactions use
	 */
	public PostgresRegionTable(DataSource dataSource) {
		this.dataSource = dataSource;
		this.jdbc = new JdbcTemplate(dataSource);
		this.jdbc.setQueryTimeout(QUERY_SECONDS);
		CustomizableThreadFactory threads = new CustomizableThreadFactory("yoil-cache-wake-");
		threads.setDaemon(true);
		this.background = Executors.newSingleThreadScheduledExecutor(threads);
	}

	/**
	 * Sees to it that the table can be used.
	 * @return what is wrong with the database, a full sentence; {@code null} if nothing
	 * is
	 * @throws DataAccessException if the database cannot be asked
	 */
	public @Nullable String prepare() {
		String product = this.jdbc
			.execute((ConnectionCallback<String>) (connection) -> connection.getMetaData().getDatabaseProductName());
		if (!"PostgreSQL".equals(product)) {
			return "several instances can tell each other of changes by PostgreSQL only, and the database is " + product
					+ ".";
		}
		if (this.jdbc.queryForObject("select to_regclass('cache_region')::text", String.class) == null) {
			return "the database has no table cache_region, by which instances tell each other of changes.";
		}
		return null;
	}

	/**
	 * {@return which table this one is, which is asked once}
	 */
	@Nullable String identity() {
		String known = this.identity;
		if (known == null) {
			known = this.jdbc.queryForObject(IDENTITY, String.class);
			this.identity = known;
		}
		return known;
	}

	/**
	 * {@return what this instance calls itself when it wakes others}
	 */
	String instance() {
		return this.instance;
	}

	@Override
	public boolean isPartOfTransaction() {
		if (!TransactionSynchronizationManager.hasResource(this.dataSource)) {
			return false;
		}
		// A connection may also be bound to the transaction of something else.
		return Boolean.FALSE.equals(this.jdbc.execute((ConnectionCallback<Boolean>) Connection::getAutoCommit));
	}

	@Override
	public Map<String, RegionVersion> raise(SortedSet<String> regions) {
		boolean commit = !isPartOfTransaction();
		Map<String, RegionVersion> raised = this.jdbc
			.execute((ConnectionCallback<Map<String, RegionVersion>>) (connection) -> {
				Map<String, RegionVersion> versions = new JdbcTemplate(new SingleConnectionDataSource(connection, true))
					.query(RAISE, versions(), (Object) regions.toArray(String[]::new));
				// Some pools leave that to transactions.
				if (commit && !connection.getAutoCommit()) {
					connection.commit();
				}
				return versions;
			});
		return (raised != null) ? raised : Map.of();
	}

	@Override
	public Map<String, RegionVersion> read() {
		return this.jdbc.query(READ, versions());
	}

	static ResultSetExtractor<Map<String, RegionVersion>> versions() {
		return (rows) -> {
			Map<String, RegionVersion> versions = new HashMap<>();
			while (rows.next()) {
				versions.put(rows.getString(1), new RegionVersion(rows.getLong(2), rows.getObject(3, UUID.class)));
			}
			return versions;
		};
	}

	@Override
	public void raiseLater(SortedSet<String> regions, Consumer<Map<String, RegionVersion>> raised) {
		this.late.add(new Late(Set.copyOf(regions), raised));
		execute(this::raiseLate);
	}

	private void raiseLate() {
		// What is changed from here on has to be raised once more.
		List<Late> taken = new ArrayList<>();
		for (Late next = this.late.poll(); next != null; next = this.late.poll()) {
			taken.add(next);
		}
		SortedSet<String> regions = new TreeSet<>();
		taken.forEach((change) -> regions.addAll(change.regions()));
		if (regions.isEmpty()) {
			return;
		}
		Map<String, RegionVersion> raised;
		try {
			raised = raise(regions);
		}
		catch (RuntimeException | Error ex) {
			this.late.addAll(taken);
			if (!this.failing) {
				LOG.warn("Other instances could not be told of the change of {} and will be: {}", regions,
						ex.toString());
			}
			this.failing = true;
			if (!this.background.isShutdown()) {
				ScheduledFuture<?> unused = this.background.schedule(this::raiseLate, RETRY_MILLIS,
						TimeUnit.MILLISECONDS);
			}
			return;
		}
		this.failing = false;
		taken.forEach((change) -> change.raised().accept(raised));
		wake();
	}

	@Override
	public void wakeOthers(Map<String, RegionVersion> raised) {
		if (this.waking.compareAndSet(false, true)) {
			execute(this::wake);
		}
	}

	/**
	 * Once for all that is committed until it begins.
	 */
	private void wake() {
		this.waking.set(false);
		try {
			this.jdbc.query("select pg_notify(?, ?)", (row) -> {
			}, CHANNEL, this.instance);
			this.woken.increment();
		}
		catch (DataAccessException ex) {
			LOG.debug("Other instances could not be woken and find out by themselves", ex);
		}
	}

	/**
	 * {@return how often the database was seen to have woken all who listen}
	 */
	long woken() {
		return this.woken.sum();
	}

	private void execute(Runnable task) {
		try {
			this.background.execute(task);
		}
		catch (RejectedExecutionException ex) {
			LOG.debug("The instance is ending, and others find out by themselves", ex);
		}
	}

	/** A change that is to be raised, and who is to be told of that. */
	private record Late(Set<String> regions, Consumer<Map<String, RegionVersion>> raised) {
	}

	/**
	 * Ends the thread behind the transactions, which is given a moment to tell what it
	 * has to tell.
	 */
	@Override
	public void close() {
		this.background.shutdown();
		try {
			if (!this.background.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
				this.background.shutdownNow();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
