package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is wrong with the caches of the running site, over HTTP.
 */
class FindingsTests {

	private static final String ALL = "/api/v1/cache/findings";

	@TempDir
	private Path folder;

	@Test
	void areNotesOnlyForTheFileThatIsShipped() throws Exception {
		try (RunningService service = RunningService.shared()) {
			for (String day : new String[] { "MONDAY", "SUNDAY" }) {
				service.get("/api/v1/webtoon?publishDay=" + day);
				service.get("/api/v1/webtoon?page=0&publishDay=" + day);
			}
			JsonNode findings = service.json(ALL);
			assertThat(findings).hasSize(2).allSatisfy((finding) -> {
				assertThat(finding.get("rule").asString()).isEqualTo("TTI_NEVER_ACTS");
				assertThat(finding.get("severity").asString()).isEqualTo("NOTE");
			});
			JsonNode first = findings.get(0);
			assertThat(first.toString())
				.isEqualTo(service.json("/api/v1/cache/findWebtoonsByPublishDay/findings").get(0).toString());
			assertThat(first.get("cache").asString()).isEqualTo("findWebtoonsByPublishDay");
			assertThat(first.get("file").asString()).isEqualTo("ehcache.xml");
			assertThat(first.get("attribute").asString()).isEqualTo("tti");
			assertThat(first.get("evidence").toString())
				.isEqualTo("{\"ttiMillis\":200000,\"endedBy\":\"ttl=\\\"200s\\\"\"}");
			assertThat(service.get(ALL).headers().firstValue("Cache-Control")).contains("no-store");
		}
	}

	@Test
	void leaveNoTrace() throws Exception {
		try (RunningService service = RunningService.shared()) {
			service.get("/api/v1/webtoon?publishDay=MONDAY");
			JsonNode before = service.json("/api/v1/cache");
			for (int i = 0; i < 10; i++) {
				service.json(ALL);
			}
			assertThat(service.json("/api/v1/cache")).isEqualTo(before);
		}
	}

	@Test
	void showACacheThatIsTooSmallAndTheLineToChange() throws Exception {
		try (RunningService service = RunningService.startWith(this.folder,
				"\n<heap>2</heap>\n<y:policy ttl='1h' refresh-after='2h'/>")) {
			for (int i = 0; i < 60; i++) {
				for (String day : new String[] { "MONDAY", "TUESDAY", "WEDNESDAY" }) {
					service.get("/api/v1/webtoon?publishDay=" + day);
				}
			}
			JsonNode findings = service.json("/api/v1/cache/findWebtoonsByPublishDay/findings");
			assertThat(findings).extracting((finding) -> finding.get("rule").asString())
				.containsExactly("CAPACITY_TOO_SMALL", "REFRESH_NEVER_ACTS");
			assertThat(findings.at("/0/line").asInt()).isEqualTo(findings.at("/1/line").asInt() - 1);
			assertThat(findings.at("/0/evidence/capacityEstimate").asLong()).isBetween(3L, 5L);
			assertThat(service.json("/api/v1/cache/findWebtoonsByPublishDay")
				.at("/statistics/missesAfterEviction")
				.asLong()).isGreaterThan(30);
		}
	}

	@Test
	void areNotThereOfACacheThatIsNot() throws Exception {
		try (RunningService service = RunningService.uncached()) {
			assertThat(service.json(ALL)).isEmpty();
			HttpResponse<String> answer = service.get("/api/v1/cache/nothing/findings");
			assertThat(answer.statusCode()).isEqualTo(404);
			assertThat(answer.body()).contains("urn:yoil:ehcache:problem:unknown-cache");
		}
	}

}
