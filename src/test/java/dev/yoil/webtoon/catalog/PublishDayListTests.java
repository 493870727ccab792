package dev.yoil.webtoon.catalog;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import dev.yoil.webtoon.PageParameters;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.cache.CacheManager;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.util.ReflectionUtils;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {
		"spring.datasource.url=jdbc:h2:mem:publish-day-lists", "yoil.sample-webtoons=700", "yoil.sample-readers=0" })
class PublishDayListTests {

	private final JsonMapper json = new JsonMapper();

	private final HttpClient http = HttpClient.newHttpClient();

	private final int port;

	private final PublishDayLists lists;

	final Catalog catalog;

	private final CacheManager caches;

	final JdbcTemplate jdbc;

	final RecordedSql sql;

	private final BeforeWebServer beforeWebServer;

	@Autowired
	PublishDayListTests(@LocalServerPort int port, PublishDayLists lists, Catalog catalog, CacheManager caches,
			JdbcTemplate jdbc, RecordedSql sql, BeforeWebServer beforeWebServer) {
		this.port = port;
		this.lists = lists;
		this.catalog = catalog;
		this.caches = caches;
		this.jdbc = jdbc;
		this.sql = sql;
		this.beforeWebServer = beforeWebServer;
	}

	@BeforeEach
	void clear() {
		this.caches.getCache("findWebtoonsByPublishDay").clear();
		this.sql.clear();
	}

	@Test
	void showsTheWebtoonsOfTheDay() throws Exception {
		HttpResponse<String> response = get("MONDAY");
		assertThat(response.statusCode()).isEqualTo(200);
		assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
		JsonNode webtoons = this.json.readTree(response.body());
		assertThat(webtoons).hasSize(100).allSatisfy((webtoon) -> {
			assertThat(webtoon.propertyNames()).containsExactlyInAnyOrder("id", "title", "author", "genre",
					"publishDay", "thumbnail", "synopsis", "likes", "reviews", "rating");
			assertThat(webtoon.get("publishDay").asString()).isEqualTo("MONDAY");
		});
		assertThat(webtoons).anySatisfy((webtoon) -> {
			assertThat(webtoon.get("id").asLong()).isEqualTo(126);
			assertThat(webtoon.get("title").asString()).isEqualTo("가진 것 없는 싱글맘");
			assertThat(webtoon.get("genre").asString()).isEqualTo("DRAMA");
			assertThat(webtoon.get("thumbnail").asString()).isEqualTo("/thumbnails/pictures.svg#11");
		});
	}

	@Test
	void readsRowsAsASearchDoes() {
		this.jdbc.update("update webtoon set like_count = 7, review_count = 3, rating_sum = 11 where id = 126");
		PublishDayList monday = new PublishDayList(PublishDay.MONDAY, WebtoonSort.TITLE);
		List<WebtoonSummary> found = this.catalog.search(SearchText.of("query", "는"), new PageParameters(0, 100))
			.items()
			.stream()
			.filter((webtoon) -> webtoon.publishDay() == PublishDay.MONDAY)
			.toList();
		assertThat(this.catalog.byPublishDay(monday)).containsAll(found);
		assertThat(found).extracting(WebtoonSummary::rating).contains(3.67).containsNull();
	}

	@Test
	void readsWithOneQueryOfTheShownColumns() {
		this.lists.findWebtoonsByPublishDay(new PublishDayList(PublishDay.TUESDAY, WebtoonSort.TITLE));
		assertThat(this.sql.connections).hasValue(1);
		assertThat(this.sql.statements).singleElement(InstanceOfAssertFactories.STRING)
			.containsSubsequence("select", "id", "title", "author", "genre", "publish_day", "thumbnail", "synopsis",
					"from webtoon", "where", "order by", "title", "id")
			.doesNotContain("registered_date");
	}

	@ParameterizedTest
	@CsvSource({ "TITLE, webtoon_by_publish_day", "REGISTERED, webtoon_by_registered_date",
			"LIKES, webtoon_by_like_count", "REVIEWS, webtoon_by_review_count" })
	void readsInIndexOrder(WebtoonSort sort, String index) {
		this.catalog.page(new PublishDayList(PublishDay.MONDAY, sort),
				new PageParameters(1, PageParameters.DEFAULT_SIZE));
		checkOrder(bound(this.sql.statements.get(0), "'MONDAY'", "null", "null", "30", "30"), index);
	}

	/**
	 * Checks that the database need not sort.
	 */
	void checkOrder(String query, String index) {
		assertThat(this.jdbc.queryForObject("explain " + query, String.class)).containsIgnoringCase(index)
			.contains("index sorted");
	}

	static String bound(String query, String... values) {
		String bound = query;
		for (String value : values) {
			bound = bound.replaceFirst("\\?", value);
		}
		return bound;
	}

	@Test
	void isCompleteBeforeTheFirstRequest() {
		assertThat(this.beforeWebServer.webtoons).isEqualTo(700);
	}

	private HttpResponse<String> get(String publishDay) throws IOException, InterruptedException {
		URI list = URI.create("http://127.0.0.1:%d/api/v1/webtoon?publishDay=%s".formatted(this.port, publishDay));
		return this.http.send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString());
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Observers {

		@Bean
		static RecordedSql recordedSql() {
			return new RecordedSql();
		}

		@Bean
		BeforeWebServer beforeWebServer(JdbcTemplate jdbc) {
			return new BeforeWebServer(jdbc);
		}

	}

	/**
	 * Counts the connections that are taken, and keeps the queries that are made by them.
	 */
	static class RecordedSql implements BeanPostProcessor {

		final AtomicInteger connections = new AtomicInteger();

		final List<String> statements = Collections.synchronizedList(new ArrayList<>());

		void clear() {
			this.connections.set(0);
			this.statements.clear();
		}

		@Override
		public Object postProcessAfterInitialization(Object bean, String name) {
			return (bean instanceof DataSource source) ? new DelegatingDataSource(source) {
				@Override
				public Connection getConnection() throws SQLException {
					RecordedSql.this.connections.incrementAndGet();
					return recording(super.getConnection());
				}
			} : bean;
		}

		private Connection recording(Connection connection) {
			return (Connection) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Connection.class },
					(proxy, method, arguments) -> {
						if (method.getName().startsWith("prepare")) {
							this.statements.add((String) arguments[0]);
						}
						return ReflectionUtils.invokeMethod(method, connection, arguments);
					});
		}

	}

	/**
	 * Counts webtoons in the last moment before the web server begins to listen.
	 */
	static class BeforeWebServer implements SmartLifecycle {

		private final JdbcTemplate jdbc;

		private int webtoons = -1;

		BeforeWebServer(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@Override
		public void start() {
			this.webtoons = this.jdbc.queryForObject("select count(*) from webtoon", Integer.class);
		}

		@Override
		public void stop() {
			// Nothing was started.
		}

		@Override
		public boolean isRunning() {
			return this.webtoons >= 0;
		}

		@Override
		public int getPhase() {
			return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE - 1;
		}

	}

}
