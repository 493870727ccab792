package dev.yoil.ehcache.internal.cluster;

import java.sql.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import javax.sql.DataSource;

import dev.yoil.ehcache.internal.OwnedThreads;
import dev.yoil.ehcache.region.RegionIncrement;
import dev.yoil.ehcache.region.RegionRead;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The versions of regions in a table of the application's database: PostgreSQL, or H2 for
 * a single instance. In PostgreSQL, a {@code NOTIFY} after each commit wakes the other
 * instances. It is not part of the transaction, because there it would lock the whole
 * database. Thread-safe.
 */
public final class DatabaseRegionTable implements RegionTable, AutoCloseable {

	/** Creates the table in PostgreSQL, or adds to one of an earlier layout. */
	public static final String SCRIPT = "dev/yoil/ehcache/cluster/cache_region.sql";

	/** The fix for the problems of {@link #problemForCluster()}. */
	public static final String REMEDY = "Run the script classpath:" + SCRIPT + " in a PostgreSQL database. "
			+ "For a single instance, remove <service>.";

	/** Distinguishes tables of other databases and schemas. */
	static final String IDENTITY = "select current_database() || ' ' || 'cache_region'::regclass::oid::text";

	private static final Logger LOG = LoggerFactory.getLogger(DatabaseRegionTable.class);

	/** Locks the rows in the order of the array. */
	private static final String RAISE = """
			insert into cache_region as present (region, n, tag)
			select region, 1, gen_random_uuid() from unnest(?) as region
			on conflict (region) do update set n = present.n + 1, tag = excluded.tag
			returning region, n, tag, previous""";

	/** H2 has no upsert that waits for a concurrent insert, and reports a duplicate. */
	private static final String RAISE_IN_H2 = """
			select region, n, tag, n - 1 as previous from final table (
			merge into cache_region as present
			using (select region from unnest(cast(? as varchar(200) array)) as each(region)) as given
			on present.region = given.region
			when matched then update set n = greatest(present.n + 1, %1$s), tag = random_uuid()
			when not matched then insert (region, n, tag) values (given.region, %1$s, random_uuid()))"""
		.formatted("cast(extract(epoch from current_timestamp) * 1000000 as bigint)");

	/** The trigger that sets the number and the other columns of each row. */
	private static final String TRIGGER = "select count(*) from pg_trigger where tgrelid = 'cache_region'::regclass "
			+ "and tgname = 'cache_region_change'";

	/** The column for the reports of instances, which only a cluster needs. */
	private static final String REPORT = "select count(*) from pg_attribute where attrelid = 'cache_region'::regclass "
			+ "and attname = 'report' and not attisdropped";

	private static final int MAX_DUPLICATES = 10;

	private static final int QUERY_SECONDS = 5;

	private static final String POSTGRES = "PostgreSQL";

	private static final Duration CLOSE = Duration.ofSeconds(1);

	/** The least time between two notifications for commits. */
	private static final Duration WAKE = Duration.ofMillis(20);

	private final DataSource dataSource;

	private final JdbcTemplate jdbc;

	private final String instance = UUID.randomUUID().toString();

	private final OwnedThreads threads = new OwnedThreads();

	private final ScheduledExecutorService background = this.threads.scheduler("yoil-cache-wake-");

	private volatile @Nullable String identity;

	private volatile @Nullable String product;

	/** The regions of the next notification. Guarded by this object. */
	private final Set<String> waking = new HashSet<>();

	/** True if {@link #wake()} will run. Guarded by this object. */
	private boolean scheduled;

	/** The time of the last notification, by {@link System#nanoTime()}. */
	private volatile long wokenAt = System.nanoTime() - WAKE.toNanos();

	private final AtomicLong begun = new AtomicLong();

	private volatile long sent;

	/**
	 * Creates the table; performs no I/O.
	 * @param dataSource the data source of the application's transactions
	 */
	public DatabaseRegionTable(DataSource dataSource) {
		this.dataSource = dataSource;
		this.jdbc = new JdbcTemplate(dataSource);
	}

	/**
	 * {@return why several instances cannot use the database, as a sentence; {@code null}
	 * if they can}
	 */
	public @Nullable String problemForCluster() {
		if (!isPostgres()) {
			return "a cluster needs PostgreSQL, and the database is " + this.product + ".";
		}
		if (!isPresent()) {
			return "the database has no table cache_region, which a cluster needs.";
		}
		String layout = problem();
		return (layout == null && Objects.equals(this.jdbc.queryForObject(REPORT, Long.class), 0L))
				? "the table cache_region has the layout of an earlier version: it has no column report." : layout;
	}

	/**
	 * {@return the problem with the layout of a present table as a sentence; {@code null}
	 * if there is none}
	 */
	public @Nullable String problem() {
		if (isPostgres() && Objects.equals(this.jdbc.queryForObject(TRIGGER, Long.class), 0L)) {
			return "the table cache_region has the layout of an earlier version: it has no trigger cache_region_change.";
		}
		return null;
	}

	/** Finds out the product, and limits the time of queries to PostgreSQL. */
	boolean isPostgres() {
		String known = this.product;
		if (known == null) {
			known = this.jdbc.execute(
					(ConnectionCallback<String>) (connection) -> connection.getMetaData().getDatabaseProductName());
			if (POSTGRES.equals(known)) {
				// In H2, the limit would also apply to the application's later queries on
				// the connection.
				this.jdbc.setQueryTimeout(QUERY_SECONDS);
			}
			this.product = known;
		}
		return POSTGRES.equals(known);
	}

	/**
	 * {@return whether the database is of a known product and has the table}
	 */
	public boolean isPresent() {
		if (isPostgres()) {
			return this.jdbc.queryForObject("select to_regclass('cache_region')::text", String.class) != null;
		}
		try {
			return "H2".equals(this.product) && this.jdbc.queryForList("select n from cache_region limit 0").isEmpty();
		}
		catch (BadSqlGrammarException ex) {
			LOG.debug("There is no table cache_region", ex);
			return false;
		}
	}

	/**
	 * Creates the row of {@link RegionTable#SECRET}, if there is none.
	 */
	public void createSecret() {
		createSecret(this.jdbc);
	}

	static void createSecret(JdbcTemplate jdbc) {
		try {
			jdbc.update("insert into cache_region (region, n, tag) select ?, 1, ? where not exists "
					+ "(select 1 from cache_region where region = ?)", SECRET, UUID.randomUUID(), SECRET);
		}
		catch (DuplicateKeyException ex) {
			LOG.debug("Another instance has just created the row {}", SECRET, ex);
		}
	}

	@Nullable String identity() {
		String known = this.identity;
		return (known != null) ? known : newIdentity();
	}

	/**
	 * Reads the identity again, because the table may have been replaced.
	 */
	@Nullable String newIdentity() {
		String known = this.jdbc.queryForObject(IDENTITY, String.class);
		this.identity = known;
		return known;
	}

	/**
	 * {@return the id of this instance}
	 */
	String instance() {
		return this.instance;
	}

	@Override
	public boolean isPartOfTransaction() {
		// The connection may be bound without a transaction of its own.
		return TransactionSynchronizationManager.hasResource(this.dataSource)
				&& Boolean.FALSE.equals(this.jdbc.execute((ConnectionCallback<Boolean>) Connection::getAutoCommit));
	}

	@Override
	public Map<String, RegionIncrement> increment(SortedSet<String> regions) {
		boolean commit = !isPartOfTransaction();
		Map<String, RegionIncrement> raised = this.jdbc
			.execute((ConnectionCallback<Map<String, RegionIncrement>>) (connection) -> {
				Map<String, RegionIncrement> versions = increment(
						new JdbcTemplate(new SingleConnectionDataSource(connection, true)),
						regions.toArray(String[]::new), MAX_DUPLICATES);
				// The connections of some pools do not commit by themselves.
				if (commit && !connection.getAutoCommit()) {
					connection.commit();
				}
				return versions;
			});
		return (raised != null) ? raised : Map.of();
	}

	private Map<String, RegionIncrement> increment(JdbcTemplate connection, Object regions, int retries) {
		Map<String, RegionIncrement> increments = new HashMap<>();
		try {
			connection
				.query(isPostgres() ? RAISE : RAISE_IN_H2,
						(RowCallbackHandler) (row) -> increments.put(row.getString(1), new RegionIncrement(
								new RegionVersion(row.getLong(2), row.getObject(3, UUID.class)), row.getLong(4))),
						regions);
			return increments;
		}
		catch (DuplicateKeyException ex) {
			if (retries == 0) {
				throw ex;
			}
			return increment(connection, regions, retries - 1);
		}
	}

	@Override
	public RegionRead read(@Nullable RegionRead last, Consumer<Map<String, RegionVersion>> parts) {
		return isPostgres() ? TableReads.changes(this.jdbc, last, parts) : TableReads.all(this.jdbc, parts);
	}

	@Override
	public void prune(int kept) {
		RegionPruning.keep(this.jdbc, kept);
	}

	@Override
	public void wakeOthers(Map<String, RegionVersion> raised) {
		synchronized (this) {
			this.waking.addAll(raised.keySet());
			if (this.scheduled) {
				return;
			}
			this.scheduled = true;
		}
		boolean unused = runLater(this::wake, WAKE.minusNanos(System.nanoTime() - this.wokenAt));
	}

	/**
	 * Sends one notification for all commits so far.
	 */
	private void wake() {
		Set<String> regions;
		synchronized (this) {
			this.scheduled = false;
			regions = Set.copyOf(this.waking);
			this.waking.clear();
		}
		this.wokenAt = System.nanoTime();
		long number = this.begun.incrementAndGet();
		try {
			RegionNotification.send(this.jdbc, this.instance, identity(), regions);
			this.sent = number;
		}
		catch (DataAccessException ex) {
			LOG.debug("Failed to notify other instances, which find the change by polling", ex);
		}
	}

	JdbcTemplate jdbc() {
		return this.jdbc;
	}

	/**
	 * {@return the number of notifications that this instance has begun to send}
	 */
	long begun() {
		return this.begun.get();
	}

	/**
	 * {@return which of them was the last that was sent; 0 if none was}
	 */
	long sent() {
		return this.sent;
	}

	@Override
	public boolean runLater(Runnable task, Duration delay) {
		try {
			ScheduledFuture<?> unused = this.background.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
			return true;
		}
		catch (RejectedExecutionException ex) {
			LOG.debug("The instance is shutting down; others find the change by polling", ex);
			return false;
		}
	}

	/**
	 * Ends the background thread; gives its tasks a second to complete.
	 */
	@Override
	public void close() {
		this.threads.close(CLOSE);
	}

}
