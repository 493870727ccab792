package dev.yoil.bench;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.sql.DatabaseCatalog;
import dev.yoil.ehcache.internal.sql.SqlTables;
import dev.yoil.ehcache.internal.tables.TableDependencies;
import dev.yoil.ehcache.internal.tables.TableWatch;
import dev.yoil.ehcache.internal.tables.WatchedDataSources;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.cache.Cache;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The costs of a cache that depends on tables, compared with one that does not and whose
 * data source is not wrapped. The database is H2 in memory. For one thread.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TableBenchmark {

	private static final String READ = "select n from item where id = ?";

	private static final String WRITE = "update item set n = n + 1 where id = ?";

	/** Whether the cache depends on tables. */
	@Param({ "false", "true" })
	public boolean depends;

	private DataSource source;

	private TransactionTemplate transaction;

	private Cache cache;

	private SqlTables tables;

	/** Creates the table and the cache, and caches a value. */
	@Setup
	public void open() throws SQLException {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl("jdbc:h2:mem:tables;db_close_delay=-1");
		try (Connection connection = pool.getConnection()) {
			connection.createStatement().execute("create table item (id bigint primary key, n bigint not null)");
			connection.createStatement().execute("insert into item values (1, 0)");
			this.tables = new SqlTables(DatabaseCatalog.read(connection));
		}
		EhCacheCacheManager manager = new EhCacheCacheManager(EhcacheXml.read("ehcache.xml", new ByteArrayResource("""
				<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>
				<cache alias='cache'><heap>1000</heap><y:policy ttl='1h' %s/></cache>
				</config>""".formatted(this.depends ? "depends='tables'" : "").getBytes(StandardCharsets.UTF_8))),
				Clock.systemUTC(), Regions.alone());
		manager.setTransactionAware(true);
		manager.afterPropertiesSet();
		this.source = this.depends ? wrapped(pool, manager) : pool;
		this.transaction = new TransactionTemplate(new DataSourceTransactionManager(this.source));
		this.cache = Objects.requireNonNull(manager.getCache("cache"));
		this.cache.get("hit", this::read);
	}

	private static DataSource wrapped(DataSource pool, EhCacheCacheManager manager) {
		TableDependencies dependencies = new TableDependencies();
		TableWatch watch = new TableWatch(() -> manager.caches().stream(), Clock.systemUTC(), () -> null);
		WatchedDataSources sources = new WatchedDataSources(new StaticListableBeanFactory(), () -> watch,
				() -> dependencies, Clock::systemUTC);
		DataSource source = (DataSource) sources.postProcessAfterInitialization(pool, "dataSource");
		sources.step();
		dependencies.connect(manager.caches().stream());
		return source;
	}

	private Long read() throws SQLException {
		try (Connection connection = this.source.getConnection()) {
			return read(connection);
		}
	}

	private static Long read(Connection connection) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(READ)) {
			statement.setLong(1, 1);
			try (ResultSet rows = statement.executeQuery()) {
				rows.next();
				return rows.getLong(1);
			}
		}
	}

	/**
	 * Finds the tables of a statement that has been executed before.
	 * @return the tables
	 */
	@Benchmark
	public Object lookup() {
		return this.tables.of(READ);
	}

	/**
	 * Executes a query outside of a load.
	 * @return its result
	 */
	@Benchmark
	public Long query() throws SQLException {
		return read();
	}

	/**
	 * Executes a query in a transaction of Spring.
	 * @return its result
	 */
	@Benchmark
	public @Nullable Long queryInTransaction() {
		return this.transaction.execute((status) -> {
			Connection connection = DataSourceUtils.getConnection(this.source);
			try {
				return read(connection);
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
			finally {
				DataSourceUtils.releaseConnection(connection, this.source);
			}
		});
	}

	/**
	 * Evicts a value and loads it by a query.
	 * @return the value
	 */
	@Benchmark
	public @Nullable Long load() {
		this.cache.evict("loaded");
		return this.cache.get("loaded", this::read);
	}

	/**
	 * Reads a present value.
	 * @return the value
	 */
	@Benchmark
	public @Nullable Object hit() {
		return this.cache.get("hit");
	}

	/**
	 * Updates the table. No value depends on it then, because nothing is loaded again.
	 * @return the number of rows
	 */
	@Benchmark
	public int write() throws SQLException {
		try (Connection connection = this.source.getConnection();
				PreparedStatement statement = connection.prepareStatement(WRITE)) {
			statement.setLong(1, 1);
			return statement.executeUpdate();
		}
	}

}
