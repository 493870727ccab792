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
 * Findings about caches over HTTP.
 */
class FindingsTests {

	private static final String ALL = "/api/v1/cache/findings";

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
			assertThat(service.json("/api/v1/cache/findWebtoonsByPublishDay/removals?limit=1000"))
				.hasSizeGreaterThan(100)
				.allMatch((removal) -> removal.get("cause").asString().equals("EXPIRED_TTI"));
			assertThat(service.json(ALL)).isEmpty();
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

	@Test
	void findsACacheThatIsTooSmall() throws Exception {
		try (RunningService service = RunningService
			.with("\n<heap>2</heap>\n<y:policy ttl='1h' refresh-after='2h'/>")) {
			for (int i = 0; i < 200; i++) {
				for (String day : new String[] { "MONDAY", "TUESDAY", "WEDNESDAY" }) {
					// The simulation skips further hits of a millisecond.
					service.clock().advance(Duration.ofMillis(1));
					service.get("/api/v1/webtoon?publishDay=" + day);
				}
			}
			JsonNode findings = service.json("/api/v1/cache/findWebtoonsByPublishDay/findings");
			assertThat(findings).extracting((finding) -> finding.get("rule").asString())
				.containsExactly("CAPACITY_TOO_SMALL", "REFRESH_NEVER_ACTS");
			assertThat(findings.at("/0/line").asInt()).isEqualTo(findings.at("/1/line").asInt() - 1);
			assertThat(findings.at("/1/severity").asString()).isEqualTo("WARNING");
			assertThat(findings.at("/1/cache").asString()).isEqualTo("findWebtoonsByPublishDay");
			assertThat(findings.at("/1/file").asString()).isEqualTo("ehcache.xml");
			assertThat(findings.at("/1/attribute").asString()).isEqualTo("refresh-after");
			assertThat(findings.at("/1/evidence").toString())
				.isEqualTo("{\"refreshAfterMillis\":7200000,\"endedBy\":\"ttl=\\\"1h\\\"\"}");
			assertThat(service.json(ALL)).contains(findings.get(1));
			assertThat(service.get(ALL).headers().firstValue("Cache-Control")).contains("no-store");
			assertThat(findings.at("/0/evidence/capacityEstimate").asLong()).isBetween(3L, 5L);
			assertThat(service.json("/api/v1/cache/findWebtoonsByPublishDay")
				.at("/statistics/missesAfterEviction")
				.asLong()).isGreaterThan(30);
		}
	}

}
