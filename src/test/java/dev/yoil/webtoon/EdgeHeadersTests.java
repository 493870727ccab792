package dev.yoil.webtoon;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.boot.EhCacheAutoConfiguration;
import dev.yoil.ehcache.boot.RegionAutoConfiguration;
import dev.yoil.support.FakeEdge;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The headers and purges for a cache in front of the service.
 */
@Timeout(60)
class EdgeHeadersTests {

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	private static FakeEdge edge;

	private static RunningService service;

	@BeforeAll
	static void start() throws Exception {
		edge = new FakeEdge();
		service = RunningService.start("--yoil.ehcache.edge.urls=" + edge.url(), "--yoil.ehcache.edge.timeout=20s");
	}

	@AfterAll
	static void stop() {
		service.close();
		edge.close();
	}

	private static Set<String> tags(HttpHeaders headers) {
		return new TreeSet<>(List.of(headers.firstValue("Cache-Tag").orElseThrow().split(",")));
	}

	private static HttpHeaders get(String path, String... header) throws Exception {
		return service
			.text((header.length > 0) ? service.request("GET", path).headers(header).build()
					: service.request("GET", path).build())
			.headers();
	}

	@Test
	void marksMissesAndHitsAlike() throws Exception {
		service.bean(EhCacheCacheManager.class).resetCaches();
		HttpHeaders miss = get(MONDAY);
		HttpHeaders hit = get(MONDAY);
		assertThat(miss.firstValue("Cache-Status")).hasValueSatisfying((text) -> assertThat(text).contains("fwd=miss"));
		assertThat(hit.firstValue("Cache-Status")).hasValueSatisfying((text) -> assertThat(text).contains("; hit"));
		assertThat(tags(hit)).isEqualTo(tags(miss)).contains("all").hasSize(4);
		for (HttpHeaders each : List.of(miss, hit)) {
			assertThat(each.firstValue("Cache-Control")).hasValue("no-cache");
			assertThat(each.firstValue("CDN-Cache-Control")).hasValue("max-age=60");
			assertThat(each.firstValue("X-Accel-Expires")).hasValue("60");
		}
	}

	/**
	 * Clients could fill the edge with copies of one response otherwise.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "publishDay=%4dONDAY", "publishDay=MON%44AY", "%70ublishDay=MONDAY", "&publishDay=MONDAY",
			"publishDay=MONDAY&", "publishDay=MONDAY&page=00", "publishDay=MONDAY&page=-0", "publishDay=%ec%9b%94" })
	void marksOneSpellingOnly(String query) throws Exception {
		assertThat(service.get("/api/v1/webtoon?" + query).statusCode()).isEqualTo(200);
		assertThat(get("/api/v1/webtoon?" + query).map()).doesNotContainKey("cache-tag")
			.doesNotContainKey("x-accel-expires");
	}

	@ParameterizedTest
	@ValueSource(strings = { "publishDay=%EC%9B%94", "publishDay=mon&sort=likes&page=0", "page=0&publishDay=MONDAY" })
	void marksWhatOtherClientsAlsoSend(String query) throws Exception {
		assertThat(tags(get("/api/v1/webtoon?" + query))).contains("all");
	}

	@Test
	void limitsTheAgeToTheRestOfTheEntrysLife() throws Exception {
		assertThat(get("/api/v1/ranking/daily").firstValue("X-Accel-Expires"))
			.hasValueSatisfying((seconds) -> assertThat(Integer.parseInt(seconds)).isBetween(1, 30));
	}

	@Test
	void marksNoResponseForAUserOrAnotherOrigin() throws Exception {
		get(MONDAY);
		assertThat(get(MONDAY, "Authorization", "Basic eDp5").map()).doesNotContainKey("cache-tag");
		assertThat(get(MONDAY, "Origin", "http://other.example").map()).doesNotContainKey("cache-tag");
		for (String other : List.of("/", "/api/v1/webtoon/1", "/api/v1/cache", MONDAY + "&unknown=1",
				MONDAY.replace("webtoon", "%77ebtoon"), "/api/v1/webtoon?publishDay=NONE")) {
			assertThat(get(other).map()).as(other).doesNotContainKey("cache-tag").doesNotContainKey("x-accel-expires");
		}
	}

	@Test
	void purgesTheTagsOfAChangeBeforeItsResponse() throws Exception {
		int id = new Reader(service).get(MONDAY).get(0).get("id").asInt();
		Set<String> list = tags(get(MONDAY));
		int before = edge.tags().size();
		HttpResponse<String> like = new Reader(service).send("PUT", "/api/v1/webtoon/" + id + "/like", null);
		assertThat(like.statusCode()).isEqualTo(200);
		assertThat(like.headers().allValues("Set-Cookie")).noneMatch((cookie) -> cookie.startsWith("cache-bypass"));
		assertThat(edge.tags().subList(before, edge.tags().size()))
			.anySatisfy((purged) -> assertThat(purged).containsAnyElementsOf(list).doesNotContain("all"));
		Set<String> other = tags(get("/api/v1/webtoon?publishDay=TUESDAY"));
		assertThat(edge.tags().subList(before, edge.tags().size()))
			.allSatisfy((purged) -> assertThat(purged).doesNotContainAnyElementsOf(other));
	}

	@Test
	void letsAWriterBypassAnEdgeThatRefusesItsPurge() throws Exception {
		edge.answer(503);
		int id = new Reader(service).get(MONDAY).get(0).get("id").asInt();
		HttpResponse<String> like = new Reader(service).send("PUT", "/api/v1/webtoon/" + id + "/like", null);
		assertThat(like.headers().allValues("Set-Cookie"))
			.anySatisfy((cookie) -> assertThat(cookie).startsWith("cache-bypass=1;")
				.contains("Max-Age=80;", "HttpOnly", "SameSite=Lax"));
		await().untilAsserted(
				() -> assertThat(service.get("/api/v1/cache/findings").body()).contains("EDGE_PURGE_FAILING"));
		edge.answer(204);
		await().untilAsserted(
				() -> assertThat(service.get("/api/v1/cache/findings").body()).doesNotContain("EDGE_PURGE_FAILING"));
	}

	@Test
	void sendsNoHeadersWithoutAnEdge() throws Exception {
		try (RunningService alone = RunningService.shared()) {
			alone.get(MONDAY);
			assertThat(alone.get(MONDAY).headers().map()).doesNotContainKeys("cache-tag", "cdn-cache-control",
					"x-accel-expires");
		}
	}

	@ParameterizedTest
	@CsvSource({ "urls=ftp://edge/, http://", "urls=http:///, host", "method=GET IT, letters",
			"tag-header=a:b, letters" })
	void rejectsSettingsThatCannotWork(String setting, String remedy) {
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(EhCacheAutoConfiguration.class, RegionAutoConfiguration.class))
			.withPropertyValues("yoil.ehcache.edge.urls=http://127.0.0.1:1/", "yoil.ehcache.edge." + setting)
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining(remedy));
	}

}
