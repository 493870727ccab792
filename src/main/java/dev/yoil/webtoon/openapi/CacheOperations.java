package dev.yoil.webtoon.openapi;

import java.util.List;
import java.util.Map;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.tags.Tag;

/**
 * Explains the operations on caches, which the integration maps without knowing of
 * OpenAPI.
 */
final class CacheOperations {

	private static final String TAG = "Caches";

	private static final Map<String, String> SUMMARIES = Map.ofEntries(
			Map.entry("cacheAll", "All caches: policy, statistics and entries of each."),
			Map.entry("cacheOne", "One cache: its policy, its statistics and its entries."),
			Map.entry("cacheRemovals", "What left a cache last, when and why, the latest first."),
			Map.entry("cacheEntries", "Entries of a cache, sought by their keys and sorted."),
			Map.entry("cacheEntry", "Everything about one entry, its whole value and its past included."),
			Map.entry("cacheHistory", "What happened in a cache in the last 15 minutes, in steps of 5 seconds."),
			Map.entry("cacheAllFindings",
					"What is wrong with any cache, why, and which line of ehcache.xml to change."),
			Map.entry("cacheFindings", "What is wrong with one cache, why, and which line of ehcache.xml to change."),
			Map.entry("cacheOperationRemove",
					"Removes entries from a cache: one by its id, those of a key by its text, or all whose keys "
							+ "match a pattern."),
			Map.entry("cacheOperationClear", "Empties a cache."),
			Map.entry("cacheOperationBypass",
					"Bypasses a cache: it serves nothing and stores nothing until that is ended, and every question "
							+ "is answered by loading."),
			Map.entry("cacheOperationEndBypass", "Uses a cache again, which is empty then."),
			Map.entry("cacheOperationOperations", "What operators did to a cache, the latest first, up to a hundred."),
			Map.entry("clusterCaches", "All instances, and the figures of their caches side by side."),
			Map.entry("clusterKey", "One key on all instances, and in what they differ."),
			Map.entry("clusterRemove",
					"Removes entries from a cache on all instances: those of a key by its text, or all whose keys "
							+ "match a pattern."),
			Map.entry("clusterClear", "Empties a cache on all instances."),
			Map.entry("clusterBypass", "Bypasses a cache on all instances until that is ended."),
			Map.entry("clusterEndBypass", "Uses a cache again on all instances, which is empty then."),
			Map.entry("nodeAnswer", "What instances ask each other: refused unless another one has signed it."));

	private static final Map<String, String> DESCRIPTIONS = Map.of("cacheOperationBypass",
			"Does nothing if it is bypassed already.", "cacheOperationEndBypass", "Does nothing if it is not bypassed.",
			"clusterCaches", "An instance that does not answer within half a second is shown without any.",
			"clusterBypass", "Does nothing where it is bypassed already.", "clusterEndBypass",
			"Does nothing where it is not bypassed.", "nodeAnswer",
			"What is asked and answered is between them, and may be another with each release.");

	private CacheOperations() {
	}

	/**
	 * {@return what the operations have in common}
	 */
	static Tag tag() {
		return new Tag().name(TAG).description("What is in the caches. Looking into them changes nothing.");
	}

	/**
	 * Explains an operation, if it is one on caches.
	 */
	static void explain(Operation operation) {
		String summary = SUMMARIES.get(operation.getOperationId());
		if (summary != null) {
			operation.summary(summary).description(DESCRIPTIONS.get(operation.getOperationId())).setTags(List.of(TAG));
		}
	}

}
