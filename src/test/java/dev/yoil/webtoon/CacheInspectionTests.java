package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.yoil.webtoon.catalog.PublishDay;
import dev.yoil.webtoon.catalog.WebtoonSort;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The inspection of the service's caches.
 */
class CacheInspectionTests {

	private static final String LISTS = "/api/v1/cache/findWebtoonsByPublishDay";

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	@Test
	void showsAndRemovesACachedList() throws Exception {
		try (RunningService service = RunningService.shared()) {
			HttpResponse<String> list = service.get(MONDAY);
			JsonNode cache = service.json(LISTS);
			assertThat(cache.at("/policy/capacity").asLong()).isEqualTo(10_000);
			JsonNode entry = cache.at("/entries/0");
			assertThat(entry.get("key").asString()).isEqualTo("MONDAY");
			assertThat(entry.get("value").asString()).isEqualTo(list.body().substring(0, 1_000));
			assertThat(entry.at("/valueDetails/bytes").asInt())
				.isEqualTo(list.body().getBytes(StandardCharsets.UTF_8).length);
			assertThat(entry.at("/valueDetails/etag").asString()).isEqualTo(header(list, "ETag"));
			HttpResponse<String> removed = new Administrator(service).send("POST", LISTS + "/removals",
					"{\"key\":\"MONDAY\"}");
			assertThat(removed.body()).contains("\"removed\":1");
			assertThat(service.json(LISTS + "/removals").at("/0/by").asString()).isEqualTo("admin");
			assertThat(header(service.get(MONDAY), "Cache-Status")).contains("fwd=miss");
			new Administrator(service).send("PUT", LISTS + "/bypass", null);
			assertThat(header(service.get(MONDAY), "Cache-Status"))
				.isEqualTo("findWebtoonsByPublishDay; fwd=bypass; key=\"MONDAY\"");
			new Administrator(service).send("DELETE", LISTS + "/bypass", null);
		}
	}

	/**
	 * A light load: two requests per list, then a pause.
	 */
	@Test
	void findsNothingUnderALightLoad() throws Exception {
		try (RunningService service = RunningService.shared()) {
			for (int time = 0; time < 2; time++) {
				for (String list : lists(service)) {
					service.get(list);
					service.get(list);
				}
				service.clock().advance(Duration.ofMinutes(10));
			}
			assertThat(service.json(LISTS + "/removals?limit=1000")).hasSizeGreaterThan(100)
				.allMatch((removal) -> removal.get("cause").asString().equals("EXPIRED_TTI"));
			assertThat(service.json("/api/v1/cache/findings")).isEmpty();
		}
	}

	private static List<String> lists(RunningService service) throws Exception {
		List<String> lists = new ArrayList<>();
		for (JsonNode genre : service.json("/api/v1/genres")) {
			for (PublishDay day : PublishDay.values()) {
				for (WebtoonSort sort : WebtoonSort.values()) {
					lists.add("/api/v1/webtoon?publishDay=" + day + "&sort=" + sort + "&genre="
							+ genre.get("code").asString());
				}
			}
		}
		return lists.subList(0, 120);
	}

	private static String header(HttpResponse<String> response, String name) {
		return response.headers().firstValue(name).orElseThrow();
	}

}
