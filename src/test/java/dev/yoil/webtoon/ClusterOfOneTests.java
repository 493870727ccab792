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
				assertThat(node.at("/node/here").asBoolean()).isTrue();
				assertThat(node.at("/node/leaseLeftMillis").isNull()).isTrue();
				assertThat(node.get("caches").propertyNames()).hasSize(6);
			});
			only.get("/api/v1/webtoon?publishDay=MONDAY");
			assertThat(nodes(only.json(LISTS + "/cluster?key=MONDAY"))).singleElement()
				.satisfies((node) -> assertThat(node.at("/entry/key").asString()).isEqualTo("MONDAY"));
			assertThat(JsonMapper.shared()
				.readTree(new Administrator(only).send("DELETE", LISTS + "/cluster/entries", null).body())
				.at("/0/removed")
				.asLong()).isEqualTo(1);
			assertThat(only
				.text(only.request("GET", "/api/v1/cache/cluster").header("Authorization", "Cache-Node x").build())
				.statusCode()).isEqualTo(401);
		}
	}

}
