package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The administration of genres over HTTP.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GenreAdministrationTests {

	private static final String GENRES = "/api/v1/admin/genres";

	private RunningService service;

	private Administrator administrator;

	RunningService startService() {
		return RunningService.shared();
	}

	@BeforeAll
	void start() {
		this.service = startService();
		this.administrator = new Administrator(this.service);
	}

	@AfterAll
	void stop() {
		this.service.close();
	}

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
	void rejectsDeletingAGenreInUse() throws Exception {
		assertProblem(this.administrator.send("DELETE", GENRES + "/DRAMA", null), 409, "genre-in-use",
				"6 webtoons have it.");
		assertThat(get("/DRAMA").statusCode()).isEqualTo(200);
	}

	@Test
	void rejectsADuplicateCode() throws Exception {
		assertProblem(this.administrator.send("POST", GENRES, genre("DRAMA", "a", "b", 1)), 409, "genre-exists", "PUT");
		assertThat(get("/DRAMA").body()).contains("드라마");
	}

	@Test
	void rejectsChangingACode() throws Exception {
		assertProblem(this.administrator.send("PUT", GENRES + "/DRAMA", genre("COMEDY", "a", "b", 1)), 400,
				"unreadable-body", "Unknown field 'code'");
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
