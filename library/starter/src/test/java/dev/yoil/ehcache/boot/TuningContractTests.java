package dev.yoil.ehcache.boot;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import dev.yoil.ehcache.TestCaches;
import dev.yoil.ehcache.internal.live.LiveConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static dev.yoil.ehcache.boot.InspectedApplication.isProblem;
import static dev.yoil.ehcache.boot.InspectedApplication.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Findings, the simulation, and changes of {@code ehcache.xml} over HTTP.
 */
class TuningContractTests {

	private static final String PATH = "/configuration";

	private static final String BEFORE = "<cache alias='users'><heap>100</heap></cache>"
			+ "<cache alias='small'><heap>2</heap>\n<y:policy until='0 0 * * * *' refresh-after='2h'/></cache>";

	private static final String AFTER = BEFORE.replace("100", "50");

	@TempDir
	private static Path directory;

	private static InspectedApplication application;

	@BeforeAll
	static void start() throws Exception {
		write(BEFORE);
		application = new InspectedApplication(directory.resolve("ehcache.xml"));
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@BeforeEach
	void restore() throws Exception {
		write(BEFORE);
		post("{}");
	}

	@Test
	void returnsFindings() throws Exception {
		for (int key = 0; key < 600; key++) {
			application.clock().advance(Duration.ofMillis(1));
			application.cache("small").get(key % 3, () -> "value");
		}
		JsonNode findings = application.get("/small/findings");
		assertThat(findings).extracting((finding) -> finding.get("rule").asString())
			.containsExactly("CAPACITY_TOO_SMALL", "REFRESH_NEVER_ACTS");
		assertThat(findings.get(1).deepCopy().asObject().without(List.of("message", "remedy", "file")))
			.isEqualTo(JsonMapper.shared().readTree("""
					{"cache":"small","rule":"REFRESH_NEVER_ACTS","severity":"WARNING",
					"evidence":{"refreshAfterMillis":7200000,"endedBy":"until=\\"0 0 * * * *\\""},
					"line":3,"attribute":"refresh-after"}"""));
		assertThat(findings.at("/1/file").asString()).endsWith("ehcache.xml");
		assertThat(application.get("/findings")).contains(findings.get(1));
		assertThat(application.get("/small/what-if").get("capacity").asLong()).isEqualTo(2);
	}

	@Test
	void simulatesInTheBackground() {
		await().untilAsserted(() -> {
			application.cache("small").get("key", () -> "value");
			assertThat(application.get("/small/what-if").get("lookups").asLong()).isPositive();
		});
	}

	@Test
	void appliesTheFile() throws Exception {
		JsonNode present = application.get(PATH);
		assertThat(present.get("state").asString()).isEqualTo("IN_SYNC");
		assertThat(present.get("reload").asString()).isEqualTo("manual");
		assertThat(present.get("changes")).isEmpty();
		write(AFTER);
		JsonNode pending = application.get(PATH);
		assertThat(pending.get("state").asString()).isEqualTo("PENDING");
		assertThat(pending.get("file").asString()).isEqualTo("ehcache.xml");
		assertThat(pending.get("changes"))
			.hasToString("[{\"cache\":\"users\",\"attribute\":\"heap\",\"from\":\"100 entries\","
					+ "\"to\":\"50 entries\",\"line\":2,\"live\":true,\"reason\":null}]");
		String digest = "\"digest\":\"" + pending.get("digest").asString() + "\"";
		assertThat(json(post("{\"dryRun\":true," + digest + "}")).get("changes")).isEqualTo(pending.get("changes"));
		assertThat(capacity()).isEqualTo(100);
		JsonNode applied = json(post("{" + digest + "}"));
		assertThat(applied.get("state").asString()).isEqualTo("IN_SYNC");
		assertThat(applied.get("changes")).isEmpty();
		assertThat(applied.at("/history/0/by").asString()).isEqualTo("admin");
		assertThat(applied.at("/history/0/changes")).isEqualTo(pending.get("changes"));
		assertThat(capacity()).isEqualTo(50);
	}

	@Test
	void refusesWhatCannotBeApplied() throws Exception {
		isProblem(post("{}"), 409, "nothing-pending", "Nothing can be applied now");
		isProblem(post("{\"dryRun\":true}"), 409, "nothing-pending", "Nothing can be applied now");
		write(AFTER);
		isProblem(post("{\"digest\":\"" + "0".repeat(32) + "\"}"), 409, "stale-configuration", "has changed");
		write(BEFORE.replace("100", "x"));
		isProblem(post("{}"), 422, "invalid-configuration", "is not a whole number");
		assertThat(application.get(PATH).get("problem").asString()).contains("is not a whole number");
		assertThat(capacity()).isEqualTo(100);
	}

	@Test
	void refusesToRemoveACacheThatAnAnnotationNames() throws Exception {
		write(BEFORE.replace("users", "renamed"));
		isProblem(post("{}"), 422, "invalid-configuration", "uses the cache 'users', which is not declared here");
		assertThat(application.get(PATH).get("state").asString()).isEqualTo("INVALID");
		assertThat(application.get("").propertyNames()).containsExactly("users", "small");
	}

	@Test
	void addsAndRemovesCaches() throws Exception {
		write(BEFORE + "<cache alias='added'><heap>1</heap></cache>");
		json(post("{}"));
		assertThat(application.get("/added").get("size").asLong()).isZero();
		write(BEFORE);
		json(post("{}"));
		isProblem(application.send("GET", "/added", null), 404, "unknown-cache", "There is no cache 'added'");
	}

	@Test
	void watchesTheFile() throws Exception {
		LiveConfiguration configuration = application.bean(LiveConfiguration.class);
		String before = configuration.snapshot().digest();
		write(AFTER);
		await().untilAsserted(() -> assertThat(configuration.snapshot().digest()).isNotEqualTo(before));
	}

	private static long capacity() throws Exception {
		return application.get("/users").at("/policy/capacity").asLong();
	}

	private static HttpResponse<String> post(String body) throws Exception {
		return application.send("POST", PATH, body);
	}

	private static void write(String caches) throws Exception {
		Files.writeString(directory.resolve("ehcache.xml"), TestCaches.HEAD + "\n" + caches + "</config>");
	}

}
