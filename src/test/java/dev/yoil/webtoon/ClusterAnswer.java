package dev.yoil.webtoon;

import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;

import dev.yoil.ehcache.internal.cluster.InstanceTable;
import tools.jackson.databind.JsonNode;

/**
 * Reads responses of the cluster endpoints.
 */
final class ClusterAnswer {

	private ClusterAnswer() {
	}

	static UUID id(RunningService service) {
		return service.bean(InstanceTable.class).here();
	}

	static List<JsonNode> nodes(JsonNode response) {
		return StreamSupport.stream(response.get("nodes").spliterator(), false).toList();
	}

	static boolean hasReported(JsonNode node) {
		return node.at("/node/uptimeSeconds").isNumber();
	}

	static JsonNode of(RunningService service, Iterable<JsonNode> nodes) {
		return of(id(service), nodes);
	}

	static JsonNode of(UUID id, Iterable<JsonNode> nodes) {
		return StreamSupport.stream(nodes.spliterator(), false)
			.filter((node) -> node.at("/node/id").asString().equals(id.toString()))
			.findFirst()
			.orElseThrow();
	}

	static List<String> differing(JsonNode response) {
		return StreamSupport.stream(response.get("differing").spliterator(), false).map(JsonNode::asString).toList();
	}

}
