package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The genres and their administration over HTTP.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GenreTests {

	private static final String GENRES = "/api/v1/admin/genres";

	@RegisterExtension
	private final RunningService service = RunningService.shared();

	private final Administrator administrator = new Administrator(this.service);

	@Test
	void createsChangesAndDeletes() throws Exception {
		String horror = genre("HORROR", "공포", "Horror", 0);
		HttpResponse<String> created = this.administrator.send("POST", GENRES, horror);
		assertThat(created.statusCode()).isEqualTo(201);
		assertThat(created.headers().firstValue("Location")).contains(GENRES + "/HORROR");
		assertThat(created.body()).isEqualTo(horror).isEqualTo(get("/HORROR").body());
		assertThat(this.service.json("/api/v1/genres").get(0).get("code").asString()).isEqualTo("HORROR");
		HttpResponse<String> changed = this.administrator.send("PUT", GENRES + "/HORROR",
				"{\"label\":\"호러\",\"labelEn\":\"Horror!\",\"position\":99}");
		assertThat(changed.statusCode()).isEqualTo(200);
		assertThat(changed.body()).isEqualTo(genre("HORROR", "호러", "Horror!", 99));
		JsonNode all = JsonMapper.shared().readTree(get("").body());
		assertThat(all.get(12).toString()).isEqualTo(changed.body());
		assertThat(this.service.json("/api/v1/genres").get(12).get("label").asString()).isEqualTo("호러");
		assertThat(this.administrator.send("DELETE", GENRES + "/HORROR", null).statusCode()).isEqualTo(204);
		assertThat(this.service.json("/api/v1/genres")).hasSize(12);
		for (String method : List.of("GET", "DELETE", "PUT")) {
			assertProblem(
					this.administrator.send(method, GENRES + "/HORROR",
							method.equals("PUT") ? "{\"label\":\"호러\",\"labelEn\":\"Horror!\",\"position\":99}" : null),
					404, "unknown-genre", "See /api/v1/genres");
		}
	}

	@Test
	void listsTheGenresOfAllWebtoonsInOrder() throws Exception {
		JsonNode genres = this.service.json("/api/v1/genres");
		assertThat(genres.get(0).toString())
			.isEqualTo("{\"code\":\"ROMANCE\",\"label\":\"로맨스\",\"labelEn\":\"Romance\"}");
		assertThat(genres.get(11).get("code").asString()).isEqualTo("HISTORICAL");
		JdbcTemplate jdbc = this.service.bean(JdbcTemplate.class);
		assertThat(jdbc.queryForList("select distinct genre from webtoon", String.class))
			.containsExactlyInAnyOrderElementsOf(genres.findValuesAsString("code"));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> jdbc.update("update webtoon set genre = 'NOVEL' where id = 1"));
	}

	@Test
	void rejectsADuplicateCode() throws Exception {
		assertProblem(this.administrator.send("POST", GENRES, genre("DRAMA", "a", "b", 1)), 409, "genre-exists", "PUT");
		assertThat(get("/DRAMA").body()).contains("드라마");
	}

	private HttpResponse<String> get(String path) throws Exception {
		return this.administrator.send("GET", GENRES + path, null);
	}

	private static String genre(String code, String label, String labelEn, int position) {
		return "{\"code\":\"%s\",\"label\":\"%s\",\"labelEn\":\"%s\",\"position\":%d}".formatted(code, label, labelEn,
				position);
	}

	private static void assertProblem(HttpResponse<String> response, int status, String type, String detail) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		JsonNode problem = JsonMapper.shared().readTree(response.body());
		assertThat(problem.get("type").asString()).isEqualTo("urn:yoil:problem:" + type);
		assertThat(problem.get("detail").asString()).contains(detail);
	}

}
