package dev.yoil.ehcache.boot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import dev.yoil.ehcache.internal.tables.TableWatch;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.SimpleTransactionStatus;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Caches with {@code depends="tables"} in an application: nothing else to configure, and
 * a start that fails where statements would not be seen.
 */
class DependingOnTablesTests {

	@TempDir
	private Path folder;

	private ApplicationContextRunner runner(Class<?> titles) throws IOException {
		Path file = this.folder.resolve("ehcache.xml");
		Files.writeString(file, """
				<config xmlns="http://www.ehcache.org/v3" xmlns:y="urn:yoil:ehcache-policy">
				  <cache alias="titles">
				    <heap>100</heap>
				    <y:policy ttl="1h" depends="tables"/>
				  </cache>
				</config>
				""");
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(EhCacheAutoConfiguration.class, RegionAutoConfiguration.class,
					CacheAnnotationsAutoConfiguration.class, TablesAutoConfiguration.class,
					DataSourceAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
					TransactionAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
					JdbcClientAutoConfiguration.class))
			.withUserConfiguration(Application.class)
			.withBean(titles)
			.withPropertyValues("yoil.ehcache.config=file:" + file, "spring.datasource.generate-unique-name=true");
	}

	@Test
	void nothingIsEvictedInTheCode() throws IOException {
		runner(Titles.class).run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(TableWatch.class);
			JdbcClient jdbc = context.getBean(JdbcClient.class);
			jdbc.sql("create table book (id int primary key, title varchar(50))").update();
			jdbc.sql("insert into book values (1, 'One')").update();
			context.getBean(dev.yoil.ehcache.internal.tables.WatchedDataSources.class).step();
			Titles titles = context.getBean(Titles.class);
			assertThat(titles.title(1)).isEqualTo("One");
			assertThat(titles.title(1)).isEqualTo("One");
			assertThat(Titles.LOADS).hasValue(1);
			jdbc.sql("update book set title = 'Uno'").update();
			assertThat(titles.title(1)).isEqualTo("Uno");
		});
	}

	@Test
	void refusesMethodsWhoseTablesAreNotKnown() throws IOException {
		refuses(runner(Put.class), "Put.put is @CachePut, whose value may come from any table");
		refuses(runner(Plain.class), "Plain.title is @Cacheable without sync");
		refuses(runner(Future.class),
				"Future.title returns CompletableFuture, which may be loaded in" + " another thread");
	}

	@Test
	void refusesDatabasesWhoseStatementsAreNotSeen() throws IOException {
		refuses(runner(Object.class).withBean("second", DataSource.class, JdbcDataSource::new)
			.withBean("first", DataSource.class, JdbcDataSource::new), "the application has 2 data sources");
		refuses(runner(Titles.class).withBean(MyJtaTransactionManager.class), "transactions are managed by JTA");
		refuses(runner(Titles.class)
			.withPropertyValues("spring.jpa.properties.hibernate.cache.use_second_level_cache=true"),
				"Hibernate's second-level cache may return rows without a statement");
	}

	private static void refuses(ApplicationContextRunner runner, String problem) {
		runner.run((context) -> assertThat(context).getFailure()
			.isInstanceOf(EhcacheXmlException.class)
			.hasMessageContaining("ehcache.xml:4")
			.hasMessageContaining("cache 'titles' has depends=\"tables\", but " + problem));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Application {

	}

	static class Titles {

		static final AtomicInteger LOADS = new AtomicInteger();

		private final JdbcClient jdbc;

		Titles(JdbcClient jdbc) {
			this.jdbc = jdbc;
		}

		@Cacheable(cacheNames = "titles", sync = true)
		public String title(int id) {
			LOADS.incrementAndGet();
			return this.jdbc.sql("select title from book where id = ?").param(id).query(String.class).single();
		}

	}

	static class Put {

		@CachePut("titles")
		public String put(String title) {
			return title;
		}

	}

	static class Plain {

		@Cacheable("titles")
		public String title(int id) {
			return "";
		}

	}

	static class Future {

		@Cacheable(cacheNames = "titles", sync = true)
		public CompletableFuture<String> title(int id) {
			return CompletableFuture.completedFuture("");
		}

	}

	static class MyJtaTransactionManager implements PlatformTransactionManager {

		@Override
		public TransactionStatus getTransaction(TransactionDefinition definition) {
			return new SimpleTransactionStatus();
		}

		@Override
		public void commit(TransactionStatus status) {
		}

		@Override
		public void rollback(TransactionStatus status) {
		}

	}

}
