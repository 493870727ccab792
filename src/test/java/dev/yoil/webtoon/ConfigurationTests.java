package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.yoil.ehcache.internal.live.LiveConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Changes of {@code ehcache.xml} while the service runs, over HTTP.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConfigurationTests {

	private static final String PATH = "/api/v1/cache/configuration";

	private static final String GENRES = "/api/v1/cache/findGenres";

	private static final String BEFORE = "<heap>100</heap><y:policy ttl='200s'/>";

	private static final String AFTER = "<heap>50</heap>\n<y:policy ttl='600s'/>";

	@TempDir
	private static Path folder;

	private RunningService service;

	private String content;

	@BeforeAll
	void start() throws Exception {
		this.service = RunningService.startWith(folder, BEFORE);
		this.content = Files.readString(file());
	}

	@AfterAll
	void stop() {
		this.service.close();
	}

	@BeforeEach
	void restore() throws Exception {
		write(this.content);
		post("{}");
	}

	@Test
	void appliesTheFile() throws Exception {
		this.service.get("/api/v1/genres");
		JsonNode present = this.service.json(PATH);
		assertThat(present.get("state").asString()).isEqualTo("IN_SYNC");
		assertThat(present.get("reload").asString()).isEqualTo("manual");
		assertThat(present.get("changes")).isEmpty();
		write(this.content.replace(BEFORE, AFTER));
		JsonNode pending = this.service.json(PATH);
		assertThat(pending.get("state").asString()).isEqualTo("PENDING");
		assertThat(pending.get("file").asString()).isEqualTo("ehcache.xml");
		assertThat(pending.get("changes")).hasSize(12);
		assertThat(pending.at("/changes/0"))
			.hasToString("{\"cache\":\"findWebtoonsByPublishDay\",\"attribute\":\"heap\",\"from\":\"100 entries\","
					+ "\"to\":\"50 entries\",\"line\":1,\"live\":true,\"reason\":null}");
		String digest = "\"digest\":\"" + pending.get("digest").asString() + "\"";
		JsonNode dry = json(post("{\"dryRun\":true," + digest + "}"));
		assertThat(dry.get("changes")).isEqualTo(pending.get("changes"));
		assertThat(capacity()).isEqualTo(100);
		HttpResponse<String> response = post("{" + digest + "}");
		assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
		JsonNode applied = json(response);
		assertThat(applied.get("state").asString()).isEqualTo("IN_SYNC");
		assertThat(applied.get("changes")).isEmpty();
		assertThat(applied.at("/history/0/by").asString()).isEqualTo("admin");
		assertThat(applied.at("/history/0/changes")).isEqualTo(pending.get("changes"));
		assertThat(capacity()).isEqualTo(50);
	}

	@Test
	void refusesWhatCannotBeApplied() throws Exception {
		assertProblem(post("{}"), 409, "nothing-pending");
		assertProblem(post("{\"dryRun\":true}"), 409, "nothing-pending");
		write(this.content.replace(BEFORE, AFTER));
		assertProblem(post("{\"digest\":\"" + "0".repeat(32) + "\"}"), 409, "stale-configuration");
		write(this.content.replace("<heap>100</heap>", "<heap>x</heap>"));
		assertProblem(post("{}"), 422, "invalid-configuration");
		assertThat(this.service.json(PATH).get("problem").asString()).contains("is not a whole number");
		assertThat(capacity()).isEqualTo(100);
	}

	@Test
	void refusesToRemoveACacheThatAnAnnotationNames() throws Exception {
		write(this.content.replace("alias='findGenres'", "alias='renamed'"));
		HttpResponse<String> refused = post("{}");
		assertProblem(refused, 422, "invalid-configuration");
		assertThat(refused.body()).contains("uses the cache 'findGenres', which is not declared here");
		assertThat(this.service.json(PATH).get("state").asString()).isEqualTo("INVALID");
		assertThat(this.service.json("/api/v1/cache").propertyNames()).contains("findGenres").doesNotContain("renamed");
	}

	@Test
	void addsAndRemovesCaches() throws Exception {
		write(this.content.replace("</config>", "<cache alias='added'><heap>1</heap></cache></config>"));
		assertThat(post("{}").statusCode()).isEqualTo(200);
		assertThat(this.service.json("/api/v1/cache/added").get("size").asLong()).isZero();
		write(this.content);
		assertThat(post("{}").statusCode()).isEqualTo(200);
		assertThat(this.service.get("/api/v1/cache/added").statusCode()).isEqualTo(404);
	}

	@Test
	void watchesTheFile() throws Exception {
		LiveConfiguration configuration = this.service.bean(LiveConfiguration.class);
		String before = configuration.snapshot().digest();
		write(this.content.replace(BEFORE, AFTER));
		await().untilAsserted(() -> assertThat(configuration.snapshot().digest()).isNotEqualTo(before));
	}

	private long capacity() throws Exception {
		return this.service.json(GENRES).at("/policy/capacity").asLong();
	}

	private HttpResponse<String> post(String body) throws Exception {
		return new Administrator(this.service).send("POST", PATH, body);
	}

	private static JsonNode json(HttpResponse<String> response) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		return JsonMapper.shared().readTree(response.body());
	}

	private static void assertProblem(HttpResponse<String> response, int status, String type) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		assertThat(response.body()).contains("\"type\":\"urn:yoil:ehcache:problem:" + type + "\"");
	}

	private static Path file() {
		return folder.resolve("ehcache.xml");
	}

	private static void write(String content) throws Exception {
		Files.writeString(file(), content);
	}

}
