package dev.yoil.ehcache.boot;

import java.lang.ref.WeakReference;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import javax.sql.DataSource;

import com.example.books.Books;
import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.ehcache.internal.tables.ForgottenEviction;
import dev.yoil.ehcache.internal.tables.TableMap;
import dev.yoil.ehcache.internal.tables.TableWatch;
import dev.yoil.ehcache.internal.tables.WatchedDataSources;
import dev.yoil.support.FakeClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The watch for writes without an eviction, in an application with H2.
 */
@ExtendWith(OutputCaptureExtension.class)
class TableWatchTests {

	private final FakeClock clock = new FakeClock();

	@Test
	void namesTheWriteThatEvictsNothing() {
		run((context) -> {
			Books books = context.getBean(Books.class);
			assertThat(books.title(1)).isEqualTo("One");
			this.clock.advance(Duration.ofSeconds(1));
			books.renameAndForget(1, "Uno");
			assertThat(forgotten(context, "titles")).singleElement().satisfies((found) -> {
				assertThat(found.table()).isEqualTo("book");
				assertThat(found.statement()).isEqualTo("update book set title = ? where id = ?");
				assertThat(found.place()).startsWith("com.example.books.Books.update(Books.java:");
				assertThat(found.calledBy()).first()
					.asString()
					.startsWith("com.example.books.Books.renameAndForget(Books.java:");
				assertThat(found.keys()).containsExactly("1");
				assertThat(found.read()).isEqualTo("select title from book where id = ?");
				assertThat(found.times()).isEqualTo(1);
			});
		});
	}

	@Test
	void checksTheLatestWritesWhenTheContextCloses(CapturedOutput output) {
		run((context) -> {
			Books books = context.getBean(Books.class);
			books.title(1);
			this.clock.advance(Duration.ofSeconds(1));
			books.renameAndForget(1, "Uno");
			assertThat(output).doesNotContain("evicts nothing");
		});
		assertThat(output).containsOnlyOnce("changes table book, but evicts nothing from cache 'titles'");
	}

	@Test
	void acceptsEvictionsOfEachKind() {
		run((context) -> {
			Books books = context.getBean(Books.class);
			List<Consumer<Books>> writes = List.of((all) -> all.rename(1, "a"), (all) -> all.renameAndClear(1, "b"),
					(all) -> all.renameInTransaction(1, "c"), (all) -> all.evictAndRename(1, "d"));
			for (Consumer<Books> write : writes) {
				books.title(1);
				books.title(2);
				this.clock.advance(Duration.ofSeconds(1));
				write.accept(books);
				assertThat(forgotten(context, "titles")).isEmpty();
			}
			assertThat(books.title(1)).isEqualTo("d");
		});
	}

	@Test
	void seesLoadsWithoutSync() {
		run((context) -> {
			Books books = context.getBean(Books.class);
			books.titleWithoutSync(1);
			this.clock.advance(Duration.ofSeconds(1));
			books.renameAndForget(1, "Uno");
			assertThat(forgotten(context, "plain")).singleElement()
				.satisfies((found) -> assertThat(found.table()).isEqualTo("book"));
			TableMap map = context.getBean(TableWatch.class).map();
			assertThat(map.caches().get("plain").tables()).containsOnlyKeys("book");
			assertThat(map.tables().get("book").readBy()).containsExactly("plain");
			assertThat(map.tables().get("book").writes()).singleElement()
				.satisfies((write) -> assertThat(write.calledBy().get(0)).contains("renameAndForget"));
		});
	}

	@Test
	void keepsTheClassOfThePool() {
		run((context) -> assertThat(context.getBean(DataSource.class)).isInstanceOf(HikariDataSource.class));
	}

	@Test
	void aClosedContextLeavesNothing() {
		AtomicReference<WeakReference<TableWatch>> watch = new AtomicReference<>();
		run((context) -> {
			context.getBean(Books.class).title(1);
			context.getBean(Books.class).rename(1, "Uno");
			watch.set(new WeakReference<>(context.getBean(TableWatch.class)));
		});
		await().untilAsserted(() -> {
			System.gc();
			assertThat(watch.get().refersTo(null)).as("collected").isTrue();
			assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
				.noneMatch((name) -> name.startsWith("yoil-table-watch-"));
		});
	}

	private List<ForgottenEviction> forgotten(ApplicationContext context, String cache) {
		this.clock.advance(TableWatch.PATIENCE);
		context.getBean(TableWatch.class).step();
		this.clock.advance(Duration.ofSeconds(1));
		return context.getBean(TableWatch.class).forgotten(cache);
	}

	private void run(Consumer<ApplicationContext> test) {
		new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(EhCacheAutoConfiguration.class, CacheAnnotationsAutoConfiguration.class,
							TablesAutoConfiguration.class, DataSourceAutoConfiguration.class,
							DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
							JdbcTemplateAutoConfiguration.class, JdbcClientAutoConfiguration.class))
			.withUserConfiguration(Application.class)
			.withBean(Clock.class, () -> this.clock)
			.withPropertyValues("yoil.ehcache.tables=watch", "yoil.ehcache.config=classpath:tables-ehcache.xml")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				JdbcClient jdbc = context.getBean(JdbcClient.class);
				jdbc.sql("create table if not exists book (id int primary key, title varchar(50))").update();
				jdbc.sql("merge into book values (1, 'One'), (2, 'Two')").update();
				context.getBean(WatchedDataSources.class).step();
				this.clock.advance(Duration.ofSeconds(1));
				test.accept(context);
			});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Application {

		@Bean
		Books books(JdbcClient jdbc, CacheManager caches) {
			return new Books(jdbc, caches);
		}

	}

}
