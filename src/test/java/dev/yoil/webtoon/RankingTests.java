package dev.yoil.webtoon;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;

import dev.yoil.webtoon.catalog.WebtoonChanged;
import dev.yoil.webtoon.catalog.WebtoonId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The rankings over HTTP, on H2.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RankingTests {

	private static final Instant START = Instant.parse("2026-11-21T03:00:00Z");

	static final String DAILY = "/api/v1/ranking/daily";

	static final String WEEKLY = "/api/v1/ranking/weekly";

	@RegisterExtension
	private final RunningService service = startService();

	RunningService startService() {
		return RunningService.shared();
	}

	/**
	 * Restores the initial state: no likes, no reviews, and a Saturday.
	 */
	@AfterEach
	void reset() throws Exception {
		JdbcClient jdbc = this.service.bean(JdbcClient.class);
		for (String change : List.of("delete from webtoon_like", "delete from review",
				"update webtoon set like_count = 0, review_count = 0, rating_sum = 0")) {
			jdbc.sql(change).update();
		}
		this.service.clock().set(START);
		for (String cache : List.of("findDailyRanking", "findWeeklyRanking")) {
			assertThat(new Administrator(this.service).send("DELETE", "/api/v1/cache/" + cache + "/entries", null)
				.statusCode()).isEqualTo(204);
		}
	}

	@Test
	void isEmptyAtFirst() throws Exception {
		assertThat(this.service.get(DAILY).body())
			.isEqualTo("{\"period\":\"DAILY\",\"from\":\"2026-11-21\",\"to\":\"2026-11-21\",\"items\":[]}");
		assertThat(this.service.get(WEEKLY).body())
			.isEqualTo("{\"period\":\"WEEKLY\",\"from\":\"2026-11-16\",\"to\":\"2026-11-22\",\"items\":[]}");
	}

	@Test
	void addsLikesAndRatings() throws Exception {
		like(5, 5, 3, 9);
		review(3, 5);
		review(9, 3);
		review(9, 2);
		// Nothing is left of these.
		Reader fickle = new Reader(this.service);
		fickle.json(200, "PUT", "/api/v1/webtoon/8/like", null);
		fickle.json(200, "DELETE", "/api/v1/webtoon/8/like", null);
		long deleted = fickle.json(201, "POST", "/api/v1/webtoon/8/reviews", Reader.review("x", 5, "x"))
			.get("id")
			.asLong();
		fickle.json(204, "DELETE", "/api/v1/webtoon/8/reviews/" + deleted, null);
		for (String ranking : List.of(DAILY, WEEKLY)) {
			assertThat(places(ranking)).containsExactly("1: 3 6=1+5/1", "2: 9 6=1+5/2", "3: 5 2=2+0/0");
		}
		JsonNode first = this.service.json(DAILY).at("/items/0");
		JsonNode webtoon = this.service.json("/api/v1/webtoon/3");
		for (String field : List.of("id", "title", "author", "genre", "publishDay", "thumbnail")) {
			assertThat(first.get(field)).isNotNull().isEqualTo(webtoon.get(field));
		}
	}

	@Test
	void hasTwentyPlacesAndOrdersTiesById() throws Exception {
		for (int webtoon = 30; webtoon >= 1; webtoon--) {
			like(webtoon);
		}
		like(25);
		List<String> places = places(DAILY);
		assertThat(places).hasSize(20).startsWith("1: 25 2=2+0/0", "2: 1 1=1+0/0").endsWith("20: 19 1=1+0/0");
	}

	@Test
	void countsAReviewOnItsFirstDayWithItsCurrentRating() throws Exception {
		Reader reader = new Reader(this.service);
		long review = reader.json(201, "POST", "/api/v1/webtoon/3/reviews", Reader.review("x", 5, "x"))
			.get("id")
			.asLong();
		this.service.clock().advance(Duration.ofDays(1));
		reader.json(200, "PUT", "/api/v1/webtoon/3/reviews/" + review, Reader.review("x", 1, "x"));
		assertThat(places(DAILY)).isEmpty();
		assertThat(places(WEEKLY)).containsExactly("1: 3 1=0+1/1");
	}

	/**
	 * From Saturday to Sunday: the day ends, the week does not.
	 */
	@Test
	void startsANewDayAtMidnightInSeoul() throws Exception {
		at("2026-11-21T14:59:59.000Z");
		like(5);
		at("2026-11-21T14:59:59.999Z");
		assertThat(places(DAILY)).hasSize(1);
		assertThat(status(DAILY)).contains("findDailyRanking; hit");
		assertThat(places(WEEKLY)).hasSize(1);

		at("2026-11-21T15:00:00.000Z");
		assertThat(status(WEEKLY)).contains("findWeeklyRanking; hit");
		assertThat(status(DAILY)).contains("fwd=miss");
		assertThat(this.service.json(DAILY).get("from").asString()).isEqualTo("2026-11-22");
		assertThat(places(DAILY)).isEmpty();
		assertThat(places(WEEKLY)).containsExactly("1: 5 1=1+0/0");
	}

	@Test
	void startsANewWeekOnMonday() throws Exception {
		at("2026-11-22T14:59:59.999Z");
		like(5);
		assertThat(places(WEEKLY)).hasSize(1);
		assertThat(status(WEEKLY)).contains("; hit");
		at("2026-11-22T15:00:00.000Z");
		assertThat(status(WEEKLY)).contains("fwd=miss");
		assertThat(places(WEEKLY)).isEmpty();
		assertThat(this.service.get(WEEKLY).body()).contains("\"from\":\"2026-11-23\",\"to\":\"2026-11-29\"");

		like(6);
		// Midnight of Tuesday: cached before, served after.
		at("2026-11-23T14:59:59.999Z");
		assertThat(places(WEEKLY)).containsExactly("1: 6 1=1+0/0");
		at("2026-11-23T15:00:00.000Z");
		assertThat(status(WEEKLY)).contains("findWeeklyRanking; hit");
		assertThat(places(WEEKLY)).containsExactly("1: 6 1=1+0/0");
		assertThat(places(DAILY)).isEmpty();
	}

	@Test
	void countsTheFirstAndLastMicrosecondOfADay() throws Exception {
		at("2026-11-21T14:59:59.999999999Z");
		like(5);
		at("2026-11-21T15:00:00Z");
		like(6);
		assertThat(places(DAILY)).containsExactly("1: 6 1=1+0/0");
		at("2026-11-21T14:59:59.999999999Z");
		change(5);
		assertThat(places(DAILY)).containsExactly("1: 5 1=1+0/0");
	}

	@Test
	void showsChangesOfReadersWithinThirtySeconds() throws Exception {
		assertThat(places(DAILY)).isEmpty();
		like(5);
		this.service.clock().advance(Duration.ofSeconds(30));
		assertThat(places(DAILY)).hasSize(1);
	}

	private void change(long webtoon) {
		new TransactionTemplate(this.service.bean(PlatformTransactionManager.class))
			.executeWithoutResult((status) -> publish(webtoon));
	}

	private void publish(long webtoon) {
		this.service.publish(new WebtoonChanged(new WebtoonId(webtoon)));
	}

	private void at(String instant) {
		this.service.clock().set(Instant.parse(instant));
	}

	private void like(int... webtoons) throws Exception {
		for (int webtoon : webtoons) {
			new Reader(this.service).json(200, "PUT", "/api/v1/webtoon/" + webtoon + "/like", null);
		}
	}

	private void review(int webtoon, int rating) throws Exception {
		new Reader(this.service).json(201, "POST", "/api/v1/webtoon/" + webtoon + "/reviews",
				Reader.review("x", rating, "x"));
	}

	private String status(String path) throws Exception {
		return this.service.get(path).headers().firstValue("Cache-Status").orElseThrow();
	}

	private List<String> places(String path) throws Exception {
		return StreamSupport.stream(this.service.json(path).get("items").spliterator(), false)
			.map((item) -> "%s: %s %s=%s+%s/%s".formatted(item.get("rank"), item.get("id"), item.get("score"),
					item.get("likes"), item.get("ratings"), item.get("reviews")))
			.toList();
	}

}
