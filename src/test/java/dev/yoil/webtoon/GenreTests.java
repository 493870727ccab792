package dev.yoil.webtoon;

import java.time.Duration;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The genres over HTTP.
 */
class GenreTests {

	private static final String GENRES = "/api/v1/genres";

	@Test
	void listsGenresInOrder() throws Exception {
		try (RunningService service = RunningService.shared()) {
			JsonNode genres = service.json(GENRES);
			assertThat(genres).hasSize(12);
			assertThat(genres.get(0).toString())
				.isEqualTo("{\"code\":\"ROMANCE\",\"label\":\"로맨스\",\"labelEn\":\"Romance\"}");
			assertThat(genres.get(11).get("code").asString()).isEqualTo("HISTORICAL");
		}
	}

	@Test
	void containsTheGenresOfAllWebtoons() throws Exception {
		try (RunningService service = RunningService.shared("--yoil.sample-webtoons=315")) {
			assertThat(
					service.bean(JdbcTemplate.class).queryForList("select distinct genre from webtoon", String.class))
				.containsExactlyInAnyOrderElementsOf(StreamSupport.stream(service.json(GENRES).spliterator(), false)
					.map((genre) -> genre.get("code").asString())
					.toList());
			assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(
					() -> service.bean(JdbcTemplate.class).update("update webtoon set genre = 'NOVEL' where id = 1"));
		}
	}

	@Test
	void loadsOnceADay() throws Exception {
		try (RunningService service = RunningService.shared()) {
			service.get(GENRES);
			int connections = service.database().connections();
			service.clock().advance(Duration.ofHours(22));
			assertThat(service.get(GENRES).headers().firstValue("Cache-Status"))
				.contains("findGenres; hit; ttl=7200; key=\"all\"");
			assertThat(service.database().connections()).isEqualTo(connections);
			service.clock().advance(Duration.ofHours(3));
			assertThat(service.get(GENRES).headers().firstValue("Cache-Status").orElseThrow()).contains("fwd=miss");
		}
	}

}
