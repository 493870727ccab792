package dev.yoil.webtoon.openapi;

import java.util.List;
import java.util.Map;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.tags.Tag;

/**
 * Descriptions of the cache operations, whose controllers do not know OpenAPI.
 */
final class CacheOperations {

	private static final String TAG = "Caches";

	private static final Map<String, String> SUMMARIES = Map.ofEntries(
			Map.entry("cacheAll", "Returns the policy, statistics and entries of all caches."),
			Map.entry("cacheOne", "Returns the policy, statistics and entries of a cache."),
			Map.entry("cacheRemovals", "Returns the last removals of a cache with time and cause, newest first."),
			Map.entry("cacheEntries", "Searches the entries of a cache by key, and sorts them."),
			Map.entry("cacheEntry", "Returns an entry with its whole value and its history."),
			Map.entry("cacheHistory",
					"Returns the statistics of a cache over the last 15 minutes, in steps of 5 seconds."),
			Map.entry("cacheHour",
					"Returns the hit ratio, load times and failures of all caches in each minute of the last hour."),
			Map.entry("cacheWhatIf",
					"Returns the hit ratio, loads and memory of a cache with other capacities and times to live, simulated."),
			Map.entry("statusInstance",
					"Returns the identity of this instance, its connections and threads, and the recent activity of its caches."),
			Map.entry("cacheAllFindings",
					"Returns the findings of all caches, with evidence and the line of ehcache.xml to change."),
			Map.entry("cacheFindings",
					"Returns the findings of a cache, with evidence and the line of ehcache.xml to change."),
			Map.entry("auditAudit",
					"Returns the results of the audit of each cache, with mismatches, if cached values are audited."),
			Map.entry("tablesTables",
					"Returns which caches read which tables, and which code changes them, if tables are watched."),
			Map.entry("cacheOperationRemove",
					"Removes entries from a cache: by id, by the text of the key, or by a pattern of keys."),
			Map.entry("cacheOperationClear", "Clears a cache."),
			Map.entry("cacheOperationBypass",
					"Bypasses a cache: until the bypass ends, it serves and stores nothing and every lookup calls the loader."),
			Map.entry("cacheOperationEndBypass", "Ends the bypass of a cache, which is then empty."),
			Map.entry("cacheOperationOperations",
					"Returns the last 100 operations on a cache by operators, newest first."),
			Map.entry("configurationCompare",
					"Returns the differences between ehcache.xml and the running configuration, and the applied changes."),
			Map.entry("configurationApply", "Applies ehcache.xml to the running caches."),
			Map.entry("clusterCaches", "Returns all instances with the statistics of their caches."),
			Map.entry("clusterRemove", "Removes an entry from a cache on all instances, by the text of the key."),
			Map.entry("clusterClear", "Clears a cache on all instances."));

	private static final Map<String, String> DESCRIPTIONS = Map.of("cacheOperationBypass",
			"Does nothing if the cache is already bypassed.", "cacheOperationEndBypass",
			"Does nothing if the cache is not bypassed.", "clusterCaches",
			"Each instance reports its statistics every five seconds.");

	private CacheOperations() {
	}

	static Tag tag() {
		return new Tag().name(TAG)
			.description("Inspection of the caches, which has no side effects, and operations on them.");
	}

	static void explain(Operation operation) {
		String summary = SUMMARIES.get(operation.getOperationId());
		if (summary != null) {
			operation.summary(summary).description(DESCRIPTIONS.get(operation.getOperationId())).setTags(List.of(TAG));
		}
	}

}
