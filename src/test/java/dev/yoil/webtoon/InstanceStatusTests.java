package dev.yoil.webtoon;

import java.time.ZoneId;
import java.util.List;

import dev.yoil.ehcache.internal.inspect.CacheHistory;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The state of an instance over HTTP.
 */
class InstanceStatusTests {

	@Test
	void returnsIdentityResourcesAndRecentActivity() throws Exception {
		try (RunningService service = RunningService.shared()) {
			CacheHistory history = service.bean(CacheHistory.class);
			history.sample();
			service.get("/api/v1/webtoon?publishDay=MONDAY");
			service.get("/api/v1/webtoon?publishDay=MONDAY");
			service.clock().advance(CacheHistory.STEP);
			history.sample();
			JsonNode status = service.json("/api/v1/cache/status");
			assertThat(status.get("application").asString()).isEqualTo("yoil");
			assertThat(status.get("instance").asString()).matches(".+:[1-9][0-9]*");
			assertThat(status.get("uptimeSeconds").isNumber()).isTrue();
			assertThat(status.get("zone").asString()).isEqualTo(ZoneId.systemDefault().getId());
			assertThat(status.get("dashboard").isNull()).isTrue();
			JsonNode recent = status.get("recent").get("findWebtoonsByPublishDay");
			assertThat(recent.propertyNames()).containsExactlyElementsOf(List.of("1m", "15m", "60m"));
			assertThat(recent.get("1m").get("hitRatio").asDouble()).isEqualTo(0.5);
		}
	}

}
