package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.yoil.support.FullRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.cache.CacheManager;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The inspection of the list cache over HTTP, configured by {@code ehcache.xml}.
 */
class CacheInspectionTests {

	private static final String INSPECTION = "/api/v1/cache/findWebtoonsByPublishDay";

	private static final int LOOKS = FullRun.count(100, 1_000);

	private RunningService service;

	@BeforeEach
	void start() {
		this.service = RunningService.shared();
	}

	@AfterEach
	void stop() {
		this.service.close();
	}

	@Test
	void hasAConsoleThatKnowsThePathsBesideThoseOfCaches() throws Exception {
		String caches = "/api/v1/cache/";
		List<String> others = this.service.json("/v3/api-docs")
			.get("paths")
			.propertyNames()
			.stream()
			.filter((path) -> path.matches(caches + "[^/{]+"))
			.map((path) -> "'" + path.substring(caches.length()) + "'")
			.sorted()
			.toList();
		assertThat(others).contains("'status'");
		assertThat(new ClassPathResource("/dev/yoil/ehcache/internal/web/console/api.js")
			.getContentAsString(StandardCharsets.UTF_8)).contains("const OTHERS = " + others + ";");
	}

	@Test
	void showsTheEntries() throws Exception {
		assertThat(this.service.json("/api/v1/cache").at("/findWebtoonsByPublishDay/entries")).isEmpty();
		assertThat(this.service.json("/api/v1/cache").at("/findWebtoonPagesByPublishDay/entries")).isEmpty();
		String list = this.service.get("/api/v1/webtoon?publishDay=MONDAY").body();
		this.service.get("/api/v1/webtoon?publishDay=월".replace("월", "%EC%9B%94"));
		JsonNode cache = this.service.json("/api/v1/cache").get("findWebtoonsByPublishDay");
		assertThat(cache.get("policy").toString()).isEqualTo("{\"ttl\":\"200s\",\"tti\":\"100s\",\"until\":null,"
				+ "\"zone\":null,\"refreshAfter\":\"90s\",\"staleIfError\":\"10m\",\"loadTimeout\":null,\"nullTtl\":null,\"jitter\":null,\"softTimeout\":null,\"edge\":\"1m\",\"eviction\":\"LRU\",\"capacity\":10000,\"capacityBytes\":null}");
		assertThat(cache.get("size").asLong()).isEqualTo(1);
		assertThat(cache.at("/statistics/meanLoadMillis").asDouble()).isPositive();
		assertThat(cache.get("statistics").deepCopy().asObject().without("meanLoadMillis"))
			.isEqualTo(JsonMapper.shared().readTree("""
					{"hits":1,"misses":1,"hitRatio":0.5,"puts":1,"evictions":0,"expirations":0,"explicitRemovals":0,
					"loads":1,"failedLoads":0,"sharedLoads":0,"staleServed":0,"failedWrites":0,"missesAfterEviction":0,
					"removalRequests":0,"removalRequestsMatched":0,"bypasses":0,
					"tierHits":0,"tierMisses":0,"tierRefusals":0,"duplicateLoads":0,"voidedLoads":0}"""));
		assertThat(cache.get("nextCursor").isNull()).isTrue();
		JsonNode entry = cache.at("/entries/0");
		assertThat(entry.get("key").asString()).isEqualTo("MONDAY");
		assertThat(entry.get("version").asLong()).isEqualTo(1);
		assertThat(entry.get("hitCount").asLong()).isEqualTo(1);
		assertThat(entry.get("createdAt").asString()).isEqualTo("2026-11-21T03:00:00Z");
		assertThat(entry.get("lastAccessedAt").asString()).isEqualTo("2026-11-21T03:00:00Z");
		assertThat(entry.get("expiresAt").asString()).isEqualTo("2026-11-21T03:01:40Z");
		assertThat(entry.get("expiresBy").asString()).isEqualTo("TTI");
		assertThat(entry.get("expired").asBoolean()).isFalse();
		assertThat(entry.get("servableUntil").asString()).isEqualTo("2026-11-21T03:11:40Z");
		assertThat(entry.get("value").asString()).hasSize(1_000).isEqualTo(list.substring(0, 1_000));
		assertThat(entry.get("valueLength").asLong()).isEqualTo(list.length());
		assertThat(this.service.json(INSPECTION)).isEqualTo(cache);
		assertThat(entry.get("valueDetails")).isEqualTo(JsonMapper.shared()
			.valueToTree(Map.of("madeAt", Instant.parse("2026-11-21T03:00:00Z"), "bytes",
					list.getBytes(StandardCharsets.UTF_8).length, "etag", etag("identity"), "gzipBytes", gzipBytes(),
					"gzipEtag", etag("gzip"))));
		assertThat(this.service.get(INSPECTION).headers().firstValue("Cache-Control")).contains("no-store");
	}

	@Test
	void appliesThePolicyDuringInspection() throws Exception {
		try (RunningService service = RunningService
			.with("<heap>3</heap><y:policy ttl='5s' until='0 0 0 * * *' zone='Asia/Seoul'/>")) {
			appliesTtl(service);
			appliesCapacity(service);
			service.bean(CacheManager.class).getCache("findWebtoonsByPublishDay").clear();
			appliesUntil(service);
		}
	}

	private static void appliesTtl(RunningService service) throws Exception {
		assertThat(service.json(INSPECTION).get("entries")).isEmpty();
		for (int i = 0; i < 50; i++) {
			service.get("/api/v1/webtoon?publishDay=MONDAY");
			assertThat(service.json(INSPECTION).at("/entries/0/expired").asBoolean()).isFalse();
			service.clock().advance(Duration.ofMillis(100));
		}
		JsonNode expired = service.json(INSPECTION);
		assertThat(expired.at("/entries/0/expired").asBoolean()).isTrue();
		assertThat(expired.at("/entries/0/hitCount").asLong()).isEqualTo(49);
		service.get("/api/v1/webtoon?publishDay=MONDAY");
		JsonNode renewed = service.json(INSPECTION);
		assertThat(renewed.at("/entries/0/hitCount").asLong()).isZero();
		assertThat(renewed.at("/entries/0/version").asLong()).isEqualTo(1);
		assertThat(renewed.at("/statistics/misses").asLong()).isEqualTo(2);
		assertThat(renewed.at("/statistics/expirations").asLong()).isEqualTo(1);
	}

	private static void appliesCapacity(RunningService service) throws Exception {
		for (String day : new String[] { "MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN" }) {
			service.get("/api/v1/webtoon?publishDay=" + day);
			service.clock().advance(Duration.ofMillis(1));
		}
		JsonNode full = service.json(INSPECTION);
		assertThat(full.get("size").asLong()).isEqualTo(3);
		assertThat(full.at("/statistics/evictions").asLong()).isEqualTo(4);
		assertThat(full.get("entries")).extracting((entry) -> entry.get("key").asString())
			.containsExactly("FRIDAY", "SATURDAY", "SUNDAY");
		String eldest = full.at("/entries/0/id").asString();
		for (int look = 0; look < LOOKS; look++) {
			service.json(INSPECTION + "/entries/" + eldest);
			service.clock().advance(Duration.ofMillis(1));
		}
		service.get("/api/v1/webtoon?publishDay=MONDAY");
		assertThat(service.json(INSPECTION).get("entries")).extracting((entry) -> entry.get("key").asString())
			.containsExactly("SATURDAY", "SUNDAY", "MONDAY");
	}

	private static void appliesUntil(RunningService service) throws Exception {
		service.clock().set(Instant.parse("2026-11-21T14:59:59Z"));
		service.get("/api/v1/webtoon?publishDay=MONDAY");
		assertThat(service.json(INSPECTION).at("/entries/0/expiresBy").asString()).isEqualTo("UNTIL");
		service.clock().set(Instant.parse("2026-11-21T15:00:00Z"));
		assertThat(service.json(INSPECTION).at("/entries/0/expired").asBoolean()).isTrue();
		service.get("/api/v1/webtoon?publishDay=MONDAY");
		assertThat(service.json(INSPECTION).at("/entries/0/expiresBy").asString()).isEqualTo("TTL");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					/api/v1/cache/nothing         | 404 | There is no cache 'nothing'. Known caches: findWebtoonsByPublishDay, findWebtoonPagesByPublishDay, findGenres, findDailyRanking, findWeeklyRanking, renderPage.
							/api/v1/cache?limit=-1        | 400 | Invalid value '-1' of parameter 'limit': write a whole number from 0 to 1000.
							/api/v1/cache/findGenres/removals?limit=0 | 400 | Invalid value '0' of parameter 'limit': write a whole number from 1 to 1000.
							/api/v1/cache/findWebtoonsByPublishDay?cursor=x | 400 | Invalid value 'x' of parameter 'cursor': write a text that matches [0-9]{1,18}.
							""")
	void rejectsInvalidParameters(String path, int status, String detail) throws Exception {
		HttpResponse<String> response = this.service.get(path);
		assertThat(response.statusCode()).isEqualTo(status);
		assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
		assertThat(response.body()).contains("\"detail\":\"" + detail + "\"");
	}

	private String etag(String coding) throws Exception {
		return list(coding).headers().firstValue("ETag").orElseThrow();
	}

	private int gzipBytes() throws Exception {
		return list("gzip").body().length;
	}

	private HttpResponse<byte[]> list(String coding) throws Exception {
		return this.service.send(this.service.request("GET", "/api/v1/webtoon?publishDay=MONDAY")
			.header("Accept-Encoding", coding)
			.build());
	}

}
