package dev.yoil.webtoon;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.yoil.webtoon.catalog.PublishDay;
import dev.yoil.webtoon.catalog.WebtoonSort;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The findings about the service's caches.
 */
class CacheInspectionTests {

	private static final String LISTS = "/api/v1/cache/findWebtoonsByPublishDay";

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

}
