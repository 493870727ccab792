package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.yoil.ehcache.internal.cluster.RegionTokenFilter;
import dev.yoil.ehcache.internal.cluster.RegionWatch;
import dev.yoil.support.FakeEdge;
import dev.yoil.support.PostgresServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests that a proxy repeats at another instance, because the first one died between
 * its commit and its response. Nothing else announces the commit: the first instance has
 * no edge, and the other one neither listens nor polls.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatedRequestTests {

	private static final String WEBTOONS = "/api/v1/admin/webtoons/";

	private static final List<String> LISTS = List.of("/api/v1/webtoon?publishDay=MONDAY",
			"/api/v1/webtoon?publishDay=TUESDAY&sort=registered", "/api/v1/webtoon?publishDay=MONDAY&page=0",
			"/api/v1/genres");

	/** Shows new likes late, but administrators' changes at once. */
	private static final String RANKING = "/api/v1/ranking/weekly";

	private FakeEdge edge;

	private RunningService first;

	private RunningService second;

	/** A visitor who gets the responses of the second instance only. */
	private Reader visitor;

	@BeforeAll
	void start() throws Exception {
		String url = PostgresServer.shared().createDatabase();
		this.edge = new FakeEdge();
		this.first = RunningService.startOneOfSeveral(url);
		this.second = RunningService.startOneOfSeveral(url, (caches) -> caches.replace("lease='1s'", "lease='1m'"),
				"--yoil.ehcache.edge.urls=" + this.edge.url(), "--yoil.ehcache.edge.timeout=20s");
		this.visitor = new Reader(this.first);
	}

	@AfterAll
	void stop() {
		this.first.close();
		this.second.close();
		this.edge.close();
	}

	private long webtoon(int index) throws Exception {
		return this.first.json(LISTS.get(0)).get(index).get("id").asLong();
	}

	@Test
	void showTheLikeOfAnEarlierAttempt() throws Exception {
		String like = "/api/v1/webtoon/" + webtoon(0) + "/like";
		repeatAsVisitor(200, "PUT", like, null);
		repeatAsVisitor(200, "DELETE", like, null);
	}

	@Test
	void showTheReviewOfAnEarlierAttempt() throws Exception {
		String reviews = "/api/v1/webtoon/" + webtoon(1) + "/reviews";
		String review = this.visitor.at(this.first)
			.send("POST", reviews, Reader.review("reader", 4, "good"))
			.headers()
			.firstValue("Location")
			.orElseThrow();
		repeatAsVisitor(200, "PUT", review, Reader.review("reader", 1, "bad"));
		repeatAsVisitor(404, "DELETE", review, null);
	}

	/**
	 * Also with the entity tag from before the change.
	 */
	@Test
	void showTheWebtoonThatAnEarlierAttemptMovedOrDeleted() throws Exception {
		String path = WEBTOONS + webtoon(2);
		new Reader(this.first).send("PUT", path.replace("admin/webtoons", "webtoon") + "/like", null);
		String etag = new Administrator(this.first).send("GET", path, null).headers().firstValue("ETag").orElseThrow();
		String moved = """
				{ "title": "moved", "author": "b", "genre": "DRAMA", "publishDay": "TUESDAY", "synopsis": "c",
				  "registeredDate": "2026-11-22" }""";
		repeatAsAdministrator(200, "PUT", path, moved, "If-Match", etag);
		assertThat(new Administrator(this.second).send("PUT", path, moved.replace("moved", "again"), "If-Match", etag)
			.statusCode()).isEqualTo(412);
		repeatAsAdministrator(404, "DELETE", path, null, "If-Match", "*");
	}

	@Test
	void showTheGenreOfAnEarlierAttempt() throws Exception {
		String genres = "/api/v1/admin/genres";
		new Administrator(this.first).send("POST", genres,
				"{\"code\":\"HORROR\",\"label\":\"a\",\"labelEn\":\"b\",\"position\":1}");
		repeatAsAdministrator(200, "PUT", genres + "/HORROR", "{\"label\":\"c\",\"labelEn\":\"d\",\"position\":2}");
		repeatAsAdministrator(404, "DELETE", genres + "/HORROR", null);
	}

	private void repeatAsVisitor(int status, String method, String path, @Nullable String json) throws Exception {
		Map<String, HttpResponse<String>> before = ignoreTheFirst();
		assertThat(this.visitor.at(this.first).send(method, path, json).statusCode()).isIn(200, 204);
		this.visitor.with(RegionTokenFilter.COOKIE, "");
		check(status, this.visitor.at(this.second).send(method, path, json), before);
	}

	private void repeatAsAdministrator(int status, String method, String path, @Nullable String json, String... headers)
			throws Exception {
		Map<String, HttpResponse<String>> before = ignoreTheFirst();
		assertThat(new Administrator(this.first).send(method, path, json, headers).statusCode()).isIn(200, 204);
		check(status, new Administrator(this.second).send(method, path, json, headers), before);
		assertThat(this.second.get(RANKING).body()).isEqualTo(this.first.get(RANKING).body());
	}

	/**
	 * Stops listening, once all changes so far are known.
	 * @return the lists in the caches of the second instance
	 */
	private Map<String, HttpResponse<String>> ignoreTheFirst() throws Exception {
		RegionWatch watch = this.second.bean(RegionWatch.class);
		watch.stop();
		watch.start();
		watch.stop();
		this.edge.forget();
		Map<String, HttpResponse<String>> lists = new HashMap<>();
		for (String list : LISTS) {
			lists.put(list, this.second.get(list));
		}
		this.second.get(RANKING);
		return lists;
	}

	private void check(int status, HttpResponse<String> repeated, Map<String, HttpResponse<String>> before)
			throws Exception {
		assertThat(repeated.statusCode()).as(repeated.body()).isEqualTo(status);
		Set<String> purged = this.edge.tags().stream().flatMap(Set::stream).collect(Collectors.toSet());
		String token = repeated.headers().firstValue(RegionTokenFilter.HEADER).orElse("none");
		int changed = 0;
		for (String list : LISTS) {
			String shown = this.second
				.text(this.second.request("GET", list).header(RegionTokenFilter.HEADER, token).build())
				.body();
			assertThat(shown).as(list).isEqualTo(this.first.get(list).body());
			HttpResponse<String> old = before.get(list);
			if (!shown.equals(old.body())) {
				changed++;
				assertThat(purged).as(list)
					.containsAnyOf(old.headers().firstValue("Cache-Tag").orElseThrow().split(","));
			}
		}
		assertThat(changed).isPositive();
	}

}
