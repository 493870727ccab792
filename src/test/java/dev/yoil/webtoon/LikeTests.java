package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Likes over HTTP.
 */
class LikeTests {

	private static RunningService service;

	private final Reader reader = new Reader(service);

	@BeforeAll
	static void start() {
		service = RunningService.shared();
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@Test
	void countsEachVisitorOnce() throws Exception {
		String like = "/api/v1/webtoon/1/like";
		assertThat(this.reader.get(like).toString()).isEqualTo("{\"liked\":false,\"likes\":0}");
		for (int time = 0; time < 3; time++) {
			assertThat(this.reader.json(200, "PUT", like, null).toString()).isEqualTo("{\"liked\":true,\"likes\":1}");
		}
		Reader other = new Reader(service);
		assertThat(other.get(like).toString()).isEqualTo("{\"liked\":false,\"likes\":1}");
		assertThat(other.json(200, "PUT", like, null).toString()).isEqualTo("{\"liked\":true,\"likes\":2}");
		for (int time = 0; time < 3; time++) {
			assertThat(this.reader.json(200, "DELETE", like, null).toString())
				.isEqualTo("{\"liked\":false,\"likes\":1}");
		}
		assertThat(this.reader.get(like).toString()).isEqualTo("{\"liked\":false,\"likes\":1}");
		assertThat(service.json("/api/v1/webtoon/1").get("likes").asLong()).isEqualTo(1);
		assertThat(service.bean(JdbcTemplate.class)
			.queryForObject("select count(*) from webtoon_like where webtoon_id = 1", Long.class)).isEqualTo(1);
	}

	@Test
	void appearsInEveryListOnTheNextRead() throws Exception {
		String day = service.json("/api/v1/webtoon/2").get("publishDay").asString();
		List<String> lists = List.of("", "&sort=registered", "&sort=likes", "&sort=reviews", "&sort=likes&page=0",
				"&page=0");
		for (String method : List.of("PUT", "DELETE")) {
			for (String list : lists) {
				service.get("/api/v1/webtoon?publishDay=" + day + list);
				service.get("/api/v1/webtoon?publishDay=" + day + list);
			}
			this.reader.json(200, method, "/api/v1/webtoon/2/like", null);
			for (String list : lists) {
				assertThat(service.json("/api/v1/webtoon?publishDay=" + day + list).toString())
					.containsPattern("\"id\":2,[^}]*\"likes\":" + (method.equals("PUT") ? 1 : 0));
			}
		}
	}

	@Test
	void removesNothingIfNothingChanges() throws Exception {
		String like = "/api/v1/webtoon/3/like";
		String list = "/api/v1/webtoon?publishDay=" + service.json("/api/v1/webtoon/3").get("publishDay").asString();
		this.reader.json(200, "PUT", like, null);
		service.get(list);
		this.reader.json(200, "PUT", like, null);
		assertThat(status(list)).contains("; hit");
		this.reader.json(200, "DELETE", like, null);
		assertThat(status(list)).contains("fwd=miss");
		this.reader.json(200, "DELETE", like, null);
		assertThat(status(list)).contains("; hit");
	}

	private static String status(String path) throws Exception {
		return service.get(path).headers().firstValue("Cache-Status").orElseThrow();
	}

	@Test
	void isNeverStoredByClients() throws Exception {
		for (String method : List.of("GET", "PUT", "DELETE")) {
			HttpResponse<String> response = this.reader.send(method, "/api/v1/webtoon/4/like", null);
			assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
		}
	}

	@Test
	void deletesLikesWithTheWebtoon() throws Exception {
		this.reader.json(200, "PUT", "/api/v1/webtoon/5/like", null);
		this.reader.json(201, "POST", "/api/v1/webtoon/5/reviews", Reader.review("Mina", 1, "x"));
		service.bean(JdbcTemplate.class).update("delete from webtoon where id = 5");
		this.reader.json(404, "GET", "/api/v1/webtoon/5/like", null);
		for (String table : List.of("webtoon_like", "review")) {
			assertThat(service.bean(JdbcTemplate.class)
				.queryForObject("select count(*) from " + table + " where webtoon_id = 5", Long.class)).isZero();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "71", "999999999999999999", "-1" })
	void rejectsUnknownWebtoons(String id) throws Exception {
		for (String method : List.of("GET", "PUT", "DELETE")) {
			assertThat(this.reader.json(404, method, "/api/v1/webtoon/" + id + "/like", null).get("type").asString())
				.isEqualTo("urn:yoil:problem:unknown-webtoon");
		}
	}

}
