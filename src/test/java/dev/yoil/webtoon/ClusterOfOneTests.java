package dev.yoil.webtoon;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static dev.yoil.webtoon.ClusterAnswer.nodes;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The cluster endpoints of a single instance.
 */
class ClusterOfOneTests {

	private static final String LISTS = "/api/v1/cache/findWebtoonsByPublishDay";

	@Test
	void returnsItsOwnResult() throws Exception {
		try (RunningService only = RunningService.shared()) {
			JsonNode view = only.json("/api/v1/cache/cluster");
			assertThat(view.get("clustered").asBoolean()).isFalse();
			assertThat(nodes(view)).singleElement().satisfies((node) -> {
				assertThat(node.get("node").propertyNames()).containsExactlyInAnyOrder("id", "url", "console", "seenAt",
						"ageMillis", "here", "lost", "leaseLeftMillis", "version", "uptimeSeconds", "pools", "threads");
				assertThat(node.at("/node/here").asBoolean()).isTrue();
				assertThat(node.at("/node/leaseLeftMillis").isNull()).isTrue();
				assertThat(node.get("caches").propertyNames()).hasSize(6);
			});
			only.get("/api/v1/webtoon?publishDay=MONDAY");
			Administrator admin = new Administrator(only);
			assertThat(JsonMapper.shared()
				.readTree(admin.send("POST", LISTS + "/cluster/removals", "{\"key\":\"MONDAY\"}").body())
				.get("removed")
				.asLong()).isEqualTo(1);
			only.get("/api/v1/webtoon?publishDay=MONDAY");
			assertThat(admin.send("DELETE", LISTS + "/cluster/entries", null).statusCode()).isEqualTo(204);
			assertThat(only.json(LISTS).get("size").asLong()).isZero();
		}
	}

}
