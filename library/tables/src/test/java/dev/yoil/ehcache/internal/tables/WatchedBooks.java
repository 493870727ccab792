package dev.yoil.ehcache.internal.tables;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import com.example.books.Shelf;
import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.Validity;
import dev.yoil.ehcache.xml.EhcacheXml;
import dev.yoil.support.FakeClock;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.core.io.ByteArrayResource;

/**
 * An application with a watched database, whose caches have read its tables. The keys of
 * the cache {@code titles} have the regions {@code book-1} and so on.
 */
final class WatchedBooks implements AutoCloseable {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final AtomicInteger DATABASES = new AtomicInteger();

	final FakeClock clock = new FakeClock();

	private final ThreadLocal<@Nullable Object> request = new ThreadLocal<>();

	private final HikariDataSource pool = new HikariDataSource();

	final EhCacheCacheManager manager = new EhCacheCacheManager(EhcacheXml.read("ehcache.xml", new ByteArrayResource("""
			<config xmlns='http://www.ehcache.org/v3' xmlns:y='urn:yoil:ehcache-policy'>
			<cache alias='titles'><heap>2000</heap><y:policy ttl='1h'/></cache>
			<cache alias='authors'><heap>100</heap><y:policy ttl='1h' refresh-after='30m'/></cache>
			</config>""".getBytes(StandardCharsets.UTF_8))), this.clock, Runnable::run, new Regions());

	final TableWatch watch = new TableWatch(() -> this.manager.caches().stream(), this.clock, this.request::get);

	final WatchedDataSources sources = new WatchedDataSources(new StaticListableBeanFactory(), () -> this.watch,
			TableDependencies::new, () -> this.clock);

	final DataSource source;

	final Shelf shelf;

	WatchedBooks() {
		this.pool.setJdbcUrl("jdbc:h2:mem:watched" + DATABASES.incrementAndGet());
		this.manager.afterPropertiesSet();
		this.source = (DataSource) this.sources.postProcessAfterInitialization(this.pool, "dataSource");
		this.shelf = new Shelf(this.source);
		this.shelf.execute("create table book (id int primary key, title varchar(9000))");
		this.shelf.execute("create table author (id int primary key, name varchar(90))");
		this.shelf.execute("create table unread (id int primary key)");
		this.shelf.execute("insert into book values (1, 'One'), (2, 'Two')");
		this.shelf.execute("insert into author values (1, 'Ann')");
		step();
	}

	/** Has the calling thread serve a request. */
	void serve(@Nullable Object present) {
		this.request.set(present);
	}

	EhCacheCache titles() {
		return this.manager.caches().get(0);
	}

	EhCacheCache authors() {
		return this.manager.caches().get(1);
	}

	/** Loads the titles of books 1 and 2, unless they are cached. */
	void load() {
		this.titles().get(1, reading("select title from book where id = 1"));
		this.titles().get(2, reading("select title from book where id = 2"));
		this.clock.advance(SECOND);
	}

	Callable<Object> reading(String sql) {
		return () -> this.shelf.execute(sql);
	}

	void changeRegions(String... regions) {
		Set<String> changed = Set.of(regions);
		this.manager.caches().forEach((cache) -> cache.unwrap(TableReads.class).regionsChanged(changed));
	}

	void step() {
		this.sources.step();
		this.watch.step();
	}

	/**
	 * Returns the tables of the findings of a cache, as soon as all writes are checked.
	 */
	List<String> forgotten(EhCacheCache cache) {
		checkAll();
		return this.watch.forgotten(cache.getName()).stream().map(ForgottenEviction::table).toList();
	}

	/** Returns whether there are writes without an eviction since the previous check. */
	boolean isAnyForgotten(EhCacheCache cache) {
		long before = times(cache);
		checkAll();
		return times(cache) > before;
	}

	long times(EhCacheCache cache) {
		return this.watch.forgotten(cache.getName()).stream().mapToLong(ForgottenEviction::times).sum();
	}

	private void checkAll() {
		this.clock.advance(TableWatch.PATIENCE);
		step();
		this.clock.advance(SECOND);
	}

	Set<String> read(EhCacheCache cache) {
		return this.watch.map().caches().get(cache.getName()).tables().keySet();
	}

	@Override
	public void close() throws SQLException {
		this.manager.destroy();
		this.pool.close();
	}

	private static final class Regions implements Validity {

		@Override
		public CacheValidity cache(String cache, @Nullable String region) {
			Labels labels = new Labels();
			return new CacheValidity() {

				@Override
				public Label label(Object key) {
					return labels.of(cache, Set.of());
				}

				@Override
				public Set<String> regions(Object key) {
					return cache.equals("titles") ? Set.of("book-" + key) : Set.of();
				}

				@Override
				public Change changeAll() {
					return labels.change(Set.of(cache));
				}

			};
		}

	}

}
