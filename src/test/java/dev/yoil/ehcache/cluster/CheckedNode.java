package dev.yoil.ehcache.cluster;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.Background;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionTokens;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.webtoon.PostgresServer;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache.ValueRetrievalException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.awaitility.Awaitility.await;

/**
 * One instance, without a web server: caches, regions, and a watch whose connection may
 * fail. Thread-safe.
 */
final class CheckedNode implements AutoCloseable {

	static final Duration LEASE = Duration.ofMillis(400);

	private static final Duration POLL = Duration.ofMillis(100);

	private static final EhcacheXml DECLARED = TestCaches
		.read(TestCaches.HEAD + "<cache alias='pages'><heap>100</heap><y:policy ttl='1h'/></cache></config>");

	private final HikariDataSource pool = new HikariDataSource();

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	private final ThreadLocal<@Nullable String> token = new ThreadLocal<>();

	private final JdbcTemplate jdbc = new JdbcTemplate(this.pool);

	private final JdbcTemplate admin;

	private final TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(this.pool));

	private final FaultyProxy proxy;

	private final Regions regions;

	private final RegionTokens tokens;

	private final EhCacheCacheManager manager;

	private final PostgresRegionTable table;

	private final RegionWatch watch;

	private final PlantedFault fault;

	/** Whether nobody is woken. */
	private volatile boolean silent;

	CheckedNode(String url, PlantedFault fault) {
		this.fault = fault;
		this.pool.setJdbcUrl(url);
		this.pool.setUsername(PostgresServer.USER);
		this.pool.setPassword(PostgresServer.PASSWORD);
		this.pool.setMaximumPoolSize(6);
		int port = Integer.parseInt(url.replaceAll(".*:(\\d+)/.*", "$1"));
		this.admin = new JdbcTemplate(new DriverManagerDataSource(url, PostgresServer.USER, PostgresServer.PASSWORD));
		this.proxy = new FaultyProxy(port);
		this.table = new PostgresRegionTable(this.pool);
		this.regions = Regions.shared(new Table(), (fault == PlantedFault.NO_LEASE) ? Duration.ofHours(1) : LEASE);
		this.tokens = new RegionTokens(this.regions);
		this.regions.onCommit((raised) -> this.token.set(this.tokens.of(null, raised)));
		this.manager = new EhCacheCacheManager(DECLARED, Clock.systemUTC(), ofTheCaches());
		this.manager.afterPropertiesSet();
		String watched = url.replace(":" + port + "/", ":" + this.proxy.port() + "/");
		this.watch = new RegionWatch(this.regions, this.table, () -> open(watched), LEASE, POLL);
		if (fault == PlantedFault.SEQUENCE) {
			this.regions.catchUp();
			ScheduledFuture<?> unused = this.timer.scheduleWithFixedDelay(this.regions::catchUp, 0, 20,
					TimeUnit.MILLISECONDS);
		}
		else {
			this.watch.start();
			await().until(() -> this.regions.version(RegionTokens.KEY) != null);
		}
	}

	/**
	 * Creates what all nodes share.
	 */
	static void prepare(String url) {
		try (Connection connection = open(url)) {
			connection.createStatement().execute("create table counter (id int primary key, n bigint not null)");
			connection.createStatement()
				.execute("insert into counter select id, 0 from generate_series(0, %d) as id"
					.formatted(CheckedPage.REGIONS * CheckedPage.COUNTERS - 1));
			connection.createStatement().execute("""
					create table cache_region (region varchar(200) primary key, n bigint not null, tag uuid not null);
					create table raised (region varchar(200), n bigserial, tag uuid not null default gen_random_uuid());
					insert into raised (region) values ('#token')""");
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Connection open(String url) throws SQLException {
		Properties properties = new Properties();
		properties.setProperty("user", PostgresServer.USER);
		properties.setProperty("password", PostgresServer.PASSWORD);
		for (String timeout : new String[] { "connectTimeout", "loginTimeout", "socketTimeout" }) {
			properties.setProperty(timeout, "1");
		}
		return DriverManager.getConnection(url, properties);
	}

	/**
	 * What the caches are told by: by the planted fault later than those who bring a
	 * token.
	 */
	private Regions ofTheCaches() {
		if (this.fault != PlantedFault.KNOWN_BEFORE_FORGOTTEN) {
			return this.regions;
		}
		Regions later = Regions.shared(this.table, LEASE);
		ScheduledFuture<?> unused = this.timer.scheduleWithFixedDelay(later::catchUp, 0, 20, TimeUnit.MILLISECONDS);
		return later;
	}

	FaultyProxy proxy() {
		return this.proxy;
	}

	void wakeNobody(boolean silent) {
		this.silent = silent;
	}

	boolean isValid() {
		return this.regions.isValid();
	}

	/**
	 * Counts up what a page shows.
	 */
	Written write(CheckedPage page) {
		this.token.remove();
		Long value = this.transaction.execute((status) -> {
			this.regions.changed(CheckedPage.name(page.region()));
			return this.jdbc.queryForObject("update counter set n = n + 1 where id = ? returning n", Long.class,
					page.counter());
		});
		return new Written(Objects.requireNonNull(value), this.token.get());
	}

	/**
	 * Reads what a page shows, from the cache or the database.
	 * @param random how long reading takes
	 * @param brought a token; {@code null} for none
	 * @return nothing if the database cannot be read
	 */
	OptionalLong read(CheckedPage page, Random random, @Nullable String brought) {
		if (brought != null && !isCaughtUp(brought)) {
			this.regions.doubt();
		}
		try {
			return OptionalLong.of(read(page, random));
		}
		catch (ValueRetrievalException ex) {
			return OptionalLong.empty();
		}
		finally {
			this.regions.trust();
		}
	}

	private boolean isCaughtUp(String brought) {
		try {
			return this.tokens.catchUp(brought);
		}
		catch (DataAccessException ex) {
			return false;
		}
	}

	private long read(CheckedPage page, Random random) {
		Long value = cache().get(page, () -> {
			pause(random.nextInt(2_000));
			Long read = this.jdbc.queryForObject("select n from counter where id = ?", Long.class, page.counter());
			pause(random.nextInt(2_000));
			return read;
		});
		return Objects.requireNonNull(value);
	}

	/**
	 * As if the database had been started again: nobody knows of commits under way.
	 */
	void breakAllConnections() {
		this.admin.query("select pg_terminate_backend(pid) from pg_stat_activity "
				+ "where datname = current_database() and pid <> pg_backend_pid()", (row) -> {
				});
	}

	/**
	 * Has nobody read or raise versions for some time.
	 */
	void lockVersions(int millis) {
		CompletableFuture<Void> unused = Background
			.run(() -> this.admin.execute("begin; lock table cache_region in access exclusive mode; select pg_sleep("
					+ millis / 1_000.0 + "); commit"));
	}

	long hits() {
		return cache().statistics().hits();
	}

	private EhCacheCache cache() {
		return this.manager.caches().get(0);
	}

	static void pause(int micros) {
		LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(micros));
	}

	@Override
	public void close() {
		this.watch.stop();
		this.timer.shutdownNow();
		this.manager.destroy();
		this.table.close();
		this.pool.close();
		this.proxy.close();
	}

	/**
	 * A change.
	 *
	 * @param value what is shown since then
	 * @param token the token that whoever made it was given; {@code null} for none
	 */
	record Written(long value, @Nullable String token) {
	}

	/** The real one, unless something else is planted. */
	private final class Table implements RegionTable {

		private final RegionTable real = CheckedNode.this.table;

		@Override
		public boolean isPartOfTransaction() {
			return this.real.isPartOfTransaction();
		}

		@Override
		public Map<String, RegionVersion> raise(SortedSet<String> regions) {
			return switch (CheckedNode.this.fault) {
				case SEQUENCE -> inSequence(regions);
				case KEYS -> this.real.raise(keysHere(regions));
				default -> this.real.raise(regions);
			};
		}

		private Map<String, RegionVersion> inSequence(SortedSet<String> regions) {
			Map<String, RegionVersion> raised = Objects.requireNonNull(
					CheckedNode.this.jdbc.query("insert into raised (region) select unnest(?) returning region, n, tag",
							PostgresRegionTable.versions(), (Object) regions.toArray(String[]::new)));
			// Now and then long enough for others to overtake it.
			pause((System.nanoTime() % 4 == 0) ? 20_000 : 0);
			return raised;
		}

		private SortedSet<String> keysHere(SortedSet<String> regions) {
			SortedSet<String> keys = new TreeSet<>();
			cache().index()
				.entriesAfter(0)
				.map((entry) -> (CheckedPage) entry.getKey())
				.filter((page) -> page.regions().stream().anyMatch(regions::contains))
				.forEach((page) -> keys.add(page.own()));
			return keys;
		}

		@Override
		public void raiseLater(SortedSet<String> regions, Consumer<Map<String, RegionVersion>> raised) {
			this.real.raiseLater(regions, raised);
		}

		@Override
		public void wakeOthers(Map<String, RegionVersion> raised) {
			if (!CheckedNode.this.silent) {
				this.real.wakeOthers(raised);
			}
		}

		@Override
		public Map<String, RegionVersion> read() {
			return (CheckedNode.this.fault != PlantedFault.SEQUENCE) ? this.real.read()
					: Objects.requireNonNull(CheckedNode.this.jdbc.query(
							"select distinct on (region) region, n, tag from raised order by region, n desc",
							PostgresRegionTable.versions()));
		}

	}

}
