package dev.yoil.webtoon;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The lists of a publish day over HTTP, in each order, whole and in pages.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ListTests {

	static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	static final String TUESDAY = "/api/v1/webtoon?publishDay=TUESDAY";

	// By code point. By the rules of Korean, a would stand beside A, and Hangul before
	// Latin.
	private static final List<String> TITLES = List.of("", " 가", "!가", "10화", "1화", "2화", "A", "A B", "AB", "B", "Z",
			"a", "b", "z", "É", "é", "ア", "ㄱ", "一", "丁", "가", "가 나", "가!", "가가", "가나", "각", "각 하나", "나", "나-비", "나비",
			"힣");

	@RegisterExtension
	private final RunningService service = start();

	@BeforeAll
	void startOnce() {
		// Each number of likes and of reviews is had by several.
		jdbc().update("update webtoon set like_count = mod(id * 31, 17), review_count = mod(id * 7, 5), "
				+ "rating_sum = mod(id * 7, 5) * 3");
		jdbc().update("update webtoon set review_count = 3, rating_sum = 11 where id = 126");
	}

	RunningService start() {
		// 45 for each day: two pages.
		return RunningService.shared("--yoil.sample-webtoons=315");
	}

	JdbcTemplate jdbc() {
		return this.service.bean(JdbcTemplate.class);
	}

	JsonNode list(String path) throws Exception {
		return this.service.json(path);
	}

	@Test
	void showsTheWebtoonsOfTheDayAsASearchDoes() throws Exception {
		JsonNode webtoons = list(MONDAY);
		assertThat(webtoons).hasSize(45).allSatisfy((webtoon) -> {
			assertThat(webtoon.propertyNames()).containsExactlyInAnyOrder("id", "title", "author", "genre",
					"publishDay", "thumbnail", "synopsis", "likes", "reviews", "rating");
			assertThat(webtoon.get("publishDay").asString()).isEqualTo("MONDAY");
		});
		assertThat(webtoons).filteredOn((webtoon) -> webtoon.get("id").asLong() == 126)
			.singleElement()
			.asString()
			.contains("\"title\":\"가진 것 없는 싱글맘\"", "\"genre\":\"DRAMA\"",
					"\"thumbnail\":\"/thumbnails/pictures.svg#11\"", "\"rating\":3.67");
		List<JsonNode> found = list("/api/v1/webtoon/search?query=%EB%8A%94&size=100").get("items")
			.valueStream()
			.filter((webtoon) -> webtoon.get("publishDay").asString().equals("MONDAY"))
			.toList();
		assertThat(found).extracting((webtoon) -> webtoon.get("rating").isNull()).contains(true, false);
		assertThat(webtoons).containsAll(found);
	}

	@ParameterizedTest
	@CsvSource({ "title, title, id", "registered, registered_date desc, id desc", "likes, like_count desc, id",
			"reviews, review_count desc, id" })
	void followsTheDatabase(String sort, String first, String then) throws Exception {
		List<Long> expected = jdbc().queryForList(
				"select id from webtoon where publish_day = 'MONDAY' order by " + first + ", " + then, Long.class);
		assertThat(ids(list(MONDAY + "&sort=" + sort))).hasSize(45).isEqualTo(expected);
		List<Long> paged = new ArrayList<>();
		for (int page = 0; page < 2; page++) {
			paged.addAll(ids(list(MONDAY + "&sort=" + sort + "&page=" + page).get("items")));
		}
		assertThat(paged).isEqualTo(expected);
		assertThat(ids(list(MONDAY + "&sort=" + sort + "&page=3&size=7").get("items")))
			.isEqualTo(expected.subList(21, 28));
		assertThat(list(MONDAY).equals(list(MONDAY + "&sort=" + sort))).isEqualTo(sort.equals("title"));
	}

	@Test
	void ordersTitlesByCodePoint() throws Exception {
		jdbc().update("delete from webtoon where publish_day = 'TUESDAY'");
		List<String> titles = new ArrayList<>(TITLES);
		titles.addAll(lastTitles());
		List<String> shuffled = new ArrayList<>(titles);
		Collections.shuffle(shuffled, new Random(1));
		shuffled.forEach((title) -> jdbc().update("""
				insert into webtoon (title, author, genre, publish_day, thumbnail, synopsis, registered_date)
				values (?, 'b', 'DRAMA', 'TUESDAY', 'c', 'd', date '2026-01-01')
				""", title));
		assertThat(list(TUESDAY).findValuesAsString("title")).isEqualTo(titles);
	}

	/** Returns the emoji first, because H2 compares units of UTF-16. */
	List<String> lastTitles() {
		return List.of("😀", "！");
	}

	private static List<Long> ids(JsonNode webtoons) {
		return webtoons.valueStream().map((webtoon) -> webtoon.get("id").asLong()).toList();
	}

	@ParameterizedTest
	@CsvSource({ "&page=2, 30, 0", "&page=1000000, 30, 0", "&page=0&size=1, 1, 1", "&page=44&size=1, 1, 1",
			"&page=0&size=100, 100, 45", "&page=1&size=44, 44, 1", "&size=7, 7, 7", "&page=0&size=30, 30, 30" })
	void acceptsAnotherSizeAndAnyNumber(String parameters, int size, int items) throws Exception {
		JsonNode page = list(MONDAY + parameters);
		assertThat(page.propertyNames()).containsExactly("items", "page", "size", "total");
		assertThat(page.get("size").asInt()).isEqualTo(size);
		assertThat(page.get("items")).hasSize(items);
		assertThat(page.get("total").asInt()).isEqualTo(45);
	}

	@Test
	void cachesPagesOfTheDefaultSizeWithWebtoonsOnly() throws Exception {
		String first = this.service.get(MONDAY + "&page=1").body();
		assertThat(this.service.get(MONDAY + "&page=1&size=30").body()).isEqualTo(first);
		assertThat(cacheStatus("&page=1&size=30")).contains("; hit", "key=\"MONDAY page 1\"");
		long cached = cached();
		for (String parameters : List.of("&page=1&size=29", "&page=2", "&page=19")) {
			list(MONDAY + parameters);
			list(MONDAY + parameters);
		}
		assertThat(cached()).isEqualTo(cached);
	}

	private String cacheStatus(String parameters) throws Exception {
		return this.service.get(MONDAY + parameters).headers().firstValue("Cache-Status").orElse("none");
	}

	private long cached() throws Exception {
		return list("/api/v1/cache/findWebtoonPagesByPublishDay").get("size").asLong();
	}

	@Test
	void readsWithOneQueryOfTheShownColumns() throws Exception {
		assertThat(queries("/api/v1/webtoon?publishDay=SUNDAY")).singleElement(InstanceOfAssertFactories.STRING)
			.containsSubsequence("select", "id", "title", "author", "genre", "publish_day", "thumbnail", "synopsis",
					"from webtoon", "where", "order by", "title", "id")
			.doesNotContain("registered_date");
	}

	@ParameterizedTest
	@CsvSource({ "title, webtoon_by_publish_day", "registered, webtoon_by_registered_date",
			"likes, webtoon_by_like_count", "reviews, webtoon_by_review_count" })
	void readsInIndexOrder(String sort, String index) throws Exception {
		String query = queries(MONDAY + "&page=1&size=29&sort=" + sort).get(0);
		for (String value : List.of("'MONDAY'", "null", "null", "29", "29")) {
			query = query.replaceFirst("\\?", value);
		}
		checkOrder(query, index);
	}

	/**
	 * Checks that the database need not sort.
	 */
	void checkOrder(String query, String index) {
		assertThat(jdbc().queryForObject("explain " + query, String.class)).containsIgnoringCase(index)
			.contains("index sorted");
	}

	/** Returns the queries for a list that is not in the cache. */
	private List<String> queries(String list) throws Exception {
		Logger hibernate = (Logger) LoggerFactory.getLogger("org.hibernate.SQL");
		ListAppender<ILoggingEvent> queries = new ListAppender<>();
		queries.start();
		hibernate.setLevel(Level.DEBUG);
		hibernate.addAppender(queries);
		try {
			this.service.json(list);
			return queries.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
		}
		finally {
			hibernate.detachAppender(queries);
			hibernate.setLevel(null);
		}
	}

}
