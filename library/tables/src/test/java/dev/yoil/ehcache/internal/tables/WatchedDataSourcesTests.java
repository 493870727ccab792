package dev.yoil.ehcache.internal.tables;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import javax.sql.DataSource;

import com.example.books.Shelf;
import com.zaxxer.hikari.HikariDataSource;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbc.JdbcPreparedStatement;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The data sources that are wrapped, and what the application still can do with them.
 */
@ExtendWith(OutputCaptureExtension.class)
class WatchedDataSourcesTests {

	private static final String URL = "jdbc:h2:mem:sources;DB_CLOSE_DELAY=-1";

	private final WatchedBooks books = new WatchedBooks();

	@AfterEach
	void close() throws SQLException {
		this.books.close();
	}

	private DataSource watched(DataSource source) {
		return (DataSource) this.books.sources.postProcessAfterInitialization(source, "other");
	}

	@Test
	void classesBehindAreFound() throws SQLException {
		DataSource source = this.books.source;
		assertThat(source).isInstanceOf(HikariDataSource.class);
		assertThat(source.isWrapperFor(HikariDataSource.class)).isTrue();
		assertThat(source.unwrap(HikariDataSource.class).isRunning()).isTrue();
		try (Connection connection = source.getConnection()) {
			assertThat(connection.isWrapperFor(JdbcConnection.class)).isTrue();
			assertThat(connection.unwrap(JdbcConnection.class).isClosed()).isFalse();
			assertThat(connection.createStatement().getConnection()).isSameAs(connection);
			assertThat(connection.prepareStatement("select 1").unwrap(JdbcPreparedStatement.class)).isNotNull();
		}
	}

	@Test
	void watchesDataSourcesOfEachClass() throws SQLException {
		JdbcDataSource isFinal = new JdbcDataSource();
		isFinal.setUrl(URL);
		List<DataSource> sources = List.of(isFinal, DataSourceOfOne.create(isFinal), new DataSourceOfOne(isFinal) {
		}, new DriverManagerDataSource(URL),
				new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2).generateUniqueName(true).build());
		for (int i = 0; i < sources.size(); i++) {
			DataSource source = watched(sources.get(i));
			String table = "book" + i;
			new Shelf(source).execute("create table " + table + " (id int primary key)");
			this.books.clock.advance(Duration.ofHours(1));
			this.books.step();
			this.books.authors().get(i, () -> new Shelf(source).execute("select id from " + table));
			assertThat(this.books.read(this.books.authors())).as("%s", sources.get(i).getClass()).contains(table);
		}
	}

	@Test
	void aReplicaHasTheTablesOfItsPrimary() throws SQLException {
		this.books.load();
		String url = this.books.source.unwrap(HikariDataSource.class).getJdbcUrl();
		Shelf primary = new Shelf(watched(new DriverManagerDataSource(url)));
		this.books.step();
		primary.execute("update book set title = 'x' where id = 1");
		assertThat(this.books.forgotten(this.books.titles())).containsExactly("book");
	}

	@Test
	void aConnectionThatIsPassedBackIsThatOfTheDataSource() throws SQLException {
		SingleConnectionDataSource single = new SingleConnectionDataSource(URL, false);
		DataSource source = watched(single);
		Connection connection = DataSourceUtils.getConnection(source);
		DataSourceUtils.releaseConnection(connection, source);
		assertThat(connection.isClosed()).isFalse();
		single.destroy();
	}

	@Test
	void failuresOfTheDataSourceKeepTheirClass() {
		DataSource source = watched(new AbstractDataSource() {

			@Override
			public Connection getConnection() {
				throw new IllegalArgumentException("planted");
			}

			@Override
			public Connection getConnection(String user, String password) throws SQLException {
				throw new SQLException("planted");
			}

		});
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(source::getConnection);
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> source.getConnection("a", "b"));
	}

	@Test
	void aRouterIsWatchedOnlyIfItIsTheOnlyDataSource() {
		DataSource router = new DelegatingDataSource(new DriverManagerDataSource(URL));
		assertThat(watched(router)).isNotSameAs(router);
		StaticListableBeanFactory several = new StaticListableBeanFactory(
				Map.of("router", router, "pool", new DriverManagerDataSource(URL)));
		assertThat(
				new WatchedDataSources(several, () -> this.books.watch, TableDependencies::new, () -> this.books.clock)
					.postProcessAfterInitialization(router, "router"))
			.isSameAs(router);
	}

	@Test
	void aContextClosesThePool() {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(URL);
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			context.getDefaultListableBeanFactory().addBeanPostProcessor(this.books.sources);
			context.registerBean("pool", DataSource.class, () -> pool, (bean) -> bean.setDestroyMethodName("close"));
			context.refresh();
			assertThat(context.getBean(DataSource.class)).isNotSameAs(pool);
		}
		assertThat(pool.isClosed()).isTrue();
	}

	@Test
	void warnsOnceWhileADatabaseIsAway(CapturedOutput output) {
		AtomicReference<RuntimeException> away = new AtomicReference<>(new IllegalStateException("away"));
		DataSource source = watched(new DataSourceOfOne(new DriverManagerDataSource(URL)) {

			@Override
			public Connection getConnection() throws SQLException {
				if (away.get() != null) {
					throw away.get();
				}
				return super.getConnection();
			}

		});
		DataSource last = watched(new DriverManagerDataSource(URL));
		new Shelf(last).execute("create table late (id int)");
		this.books.step();
		this.books.step();
		assertThat(output.getOut().split("cannot be read, so they are not watched", -1)).hasSize(2);
		this.books.authors().get(1, () -> new Shelf(last).execute("select id from late"));
		assertThat(this.books.read(this.books.authors())).as("another database").containsExactly("late");
		away.set(null);
		this.books.step();
		this.books.titles().get(1, () -> new Shelf(source).execute("select id from late"));
		assertThat(this.books.read(this.books.titles())).containsExactly("late");
	}

	private static class DataSourceOfOne extends DelegatingDataSource {

		private DataSourceOfOne(DataSource target) {
			super(target);
		}

		static DataSource create(DataSource target) {
			return new DataSourceOfOne(target);
		}

	}

}
