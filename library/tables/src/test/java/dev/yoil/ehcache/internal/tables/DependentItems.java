package dev.yoil.ehcache.internal.tables;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.EhcacheXml;
import io.micrometer.observation.ObservationRegistry;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;

import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.cache.Cache;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * An application whose caches {@code inner} and {@code outer} depend on tables, unlike
 * {@code plain}, and which evicts nothing.
 */
final class DependentItems implements AutoCloseable {

	static final int ITEMS = 40;

	static final int GROUPS = 8;

	private static final AtomicInteger DATABASES = new AtomicInteger();

	final HikariDataSource pool = new HikariDataSource();

	final Regions regions;

	final ObservationRegistry observations = ObservationRegistry.create();

	final EhCacheCacheManager manager;

	final TableDependencies dependencies = new TableDependencies();

	private final TableWatch watch;

	final WatchedDataSources sources;

	final DataSource source;

	final JdbcClient jdbc;

	final EntityManagerFactory factory;

	final EntityManager entities;

	final TransactionTemplate transaction;

	final AtomicInteger loads = new AtomicInteger();

	DependentItems() {
		this(newDatabase(), (pool) -> {
		}, (source) -> Regions.alone());
	}

	/**
	 * Starts the application, and creates its tables if there are none.
	 */
	DependentItems(String url, Consumer<HikariDataSource> settings, Function<DataSource, Regions> regions) {
		this.pool.setJdbcUrl(url);
		this.pool.setMaximumPoolSize(16);
		settings.accept(this.pool);
		this.watch = new TableWatch(this::caches, Clock.systemUTC(), () -> null);
		this.sources = new WatchedDataSources(new StaticListableBeanFactory(), () -> this.watch,
				() -> this.dependencies, Clock::systemUTC);
		this.source = (DataSource) this.sources.postProcessAfterInitialization(this.pool, "dataSource");
		this.jdbc = JdbcClient.create(this.source);
		createTables();
		this.regions = regions.apply(this.source);
		this.manager = new EhCacheCacheManager(EhcacheXml.read("ehcache.xml", new ByteArrayResource("""
				<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>
				<cache alias='inner'><heap>1000</heap><y:policy ttl='1h' depends='tables'/></cache>
				<cache alias='outer'><heap>1000</heap><y:policy ttl='1h' depends='tables'/></cache>
				<cache alias='plain'><heap>1000</heap><y:policy ttl='1h'/></cache>
				</config>""".getBytes(StandardCharsets.UTF_8))), Clock.systemUTC(), this.regions);
		this.manager.setTransactionAware(true);
		this.manager.setObservationRegistry(this.observations);
		this.manager.afterPropertiesSet();
		this.factory = factory();
		this.entities = SharedEntityManagerCreator.createSharedEntityManager(this.factory);
		JpaTransactionManager transactions = new JpaTransactionManager(this.factory);
		transactions.afterPropertiesSet();
		this.transaction = new TransactionTemplate(transactions);
		step();
	}

	/** Returns the URL of an empty H2. */
	static String newDatabase() {
		return "jdbc:h2:mem:depending" + DATABASES.incrementAndGet();
	}

	private void createTables() {
		if (query("select count(*) from information_schema.tables where lower(table_name) = 'item'") > 0) {
			return;
		}
		define("create table item (id bigint primary key, grp int not null, n bigint not null)",
				"create table item_note (id bigint primary key, item_id bigint references item(id) on delete cascade)",
				"create table other (id bigint primary key, n bigint)",
				"create view item_total as select grp, sum(n) as total from item group by grp",
				"insert into other values (1, 0)");
		for (int i = 0; i < ITEMS; i++) {
			define("insert into item values (" + i + ", " + i % GROUPS + ", 0)");
		}
		define("insert into item_note values (1, 39)");
	}

	private EntityManagerFactory factory() {
		LocalContainerEntityManagerFactoryBean bean = new LocalContainerEntityManagerFactoryBean();
		bean.setDataSource(this.source);
		bean.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
		bean.setManagedTypes(
				org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes.of(Item.class.getName()));
		bean.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "none"));
		bean.afterPropertiesSet();
		return java.util.Objects.requireNonNull(bean.getObject());
	}

	private void define(String... statements) {
		for (String statement : statements) {
			this.jdbc.sql(statement).update();
		}
	}

	void step() {
		this.sources.step();
		this.dependencies.connect(caches());
	}

	private Stream<EhCacheCache> caches() {
		return this.manager.caches().stream();
	}

	Cache cache(String name) {
		return java.util.Objects.requireNonNull(this.manager.getCache(name));
	}

	/** Returns the cached value of a key of the cache {@code inner}. */
	Long get(String key, Callable<Long> loader) {
		return java.util.Objects.requireNonNull(this.cache("inner").get(key, () -> {
			this.loads.incrementAndGet();
			return loader.call();
		}));
	}

	Long total() {
		return query("select sum(n) from item");
	}

	Long query(String sql) {
		return this.jdbc.sql(sql).query(Long.class).single();
	}

	void update(String sql) {
		this.jdbc.sql(sql).update();
	}

	/** Adds one to an item. */
	void more(long id) {
		this.jdbc.sql("update item set n = n + 1 where id = ?").param(id).update();
	}

	/** Runs a task in another thread. */
	static <T> T elsewhere(Callable<T> task) {
		return start(task).join();
	}

	/** Starts a task in a thread of its own: those of a pool may all wait. */
	static <T> CompletableFuture<T> start(Callable<T> task) {
		return CompletableFuture.supplyAsync(() -> {
			try {
				return task.call();
			}
			catch (Exception ex) {
				throw new CompletionException(ex);
			}
		}, (running) -> new Thread(running).start());
	}

	@Override
	public void close() {
		this.factory.close();
		this.manager.destroy();
		this.pool.close();
		this.regions.close();
	}

	@Entity(name = "item")
	static class Item {

		@Id
		long id;

		int grp;

		long n;

	}

}
