package dev.yoil.webtoon;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Likes over HTTP.
 */
class LikeTests {

	@RegisterExtension
	private static final RunningService service = RunningService.shared();

	private final Reader reader = new Reader(service);

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

}
