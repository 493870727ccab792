package dev.yoil.webtoon.catalog;

import java.util.stream.Stream;

import dev.yoil.support.PostgresServer;
import dev.yoil.webtoon.PageParameters;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The lists from a real PostgreSQL.
 */
@Tag("full")
@ActiveProfiles("postgres")
@Import(PublishDayListTests.Observers.class)
class PostgresPublishDayListTests extends PublishDayListTests {

	private final TransactionTemplate transaction;

	@Autowired
	PostgresPublishDayListTests(@LocalServerPort int port, PublishDayLists lists, Catalog catalog, CacheManager caches,
			JdbcTemplate jdbc, RecordedSql sql, BeforeWebServer beforeWebServer,
			PlatformTransactionManager transactions) {
		super(port, lists, catalog, caches, jdbc, sql, beforeWebServer);
		this.transaction = new TransactionTemplate(transactions);
	}

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry properties) {
		String url = PostgresServer.shared().createDatabase();
		properties.add("spring.datasource.url", () -> url);
		properties.add("YOIL_DB_PASSWORD", () -> PostgresServer.PASSWORD);
	}

	@Test
	void readsAPageInIndexOrder() {
		this.jdbc.execute("""
				insert into webtoon (title, author, genre, publish_day, thumbnail, synopsis, registered_date)
				select 'title ' || n, 'b', 'DRAMA', 'WEDNESDAY', 'c', 'd', date '2026-01-01'
				from generate_series(1, 5000) n
				""");
		this.jdbc.execute("analyze webtoon");
		this.catalog.page(new PublishDayList(PublishDay.WEDNESDAY, WebtoonSort.TITLE),
				new PageParameters(1, PageParameters.DEFAULT_SIZE));
		assertThat(plan(bound(this.sql.statements.get(0), "'WEDNESDAY'", "null", "null", "30", "30")))
			.contains("Index Scan using webtoon_by_publish_day on webtoon")
			.doesNotContain("Sort");
	}

	/**
	 * Left to itself, the server may find it cheaper to read the rows of a whole day as
	 * they lie in the table, and to sort them.
	 */
	@Override
	void checkOrder(String query, String index) {
		this.jdbc.execute("analyze webtoon");
		assertThat(plan(query, "set local enable_sort = off")).contains("Index Scan using " + index + " on webtoon")
			.doesNotContain("Sort");
	}

	private String plan(String query, String... settings) {
		return this.transaction.execute((status) -> {
			Stream.of(settings).forEach(this.jdbc::execute);
			return String.join("\n", this.jdbc.queryForList("explain " + query, String.class));
		});
	}

}
