package dev.yoil.ehcache.internal.finding;

import java.time.Duration;
import java.util.Optional;

import dev.yoil.ehcache.CacheEntry;
import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.EncodedName;
import dev.yoil.ehcache.internal.StableText;
import dev.yoil.ehcache.internal.finding.Finding.Severity;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.Validity;

/**
 * Rules about caches on several instances.
 */
final class SharingRules {

	private SharingRules() {
	}

	static Optional<Finding> changesNotHeard(CacheFacts facts) {
		if (facts.cache().isNotified()) {
			return Optional.empty();
		}
		return Optional.of(facts.inCode(Rule.CHANGES_NOT_HEARD, """
				This instance receives no notifications from other instances, for example because of a pooler in \
				transaction mode. It sees their changes only after a poll.""",
				"Make spring.datasource.url connect to PostgreSQL directly."));
	}

	static Optional<Finding> tierAway(CacheFacts facts) {
		if (!Boolean.FALSE.equals(facts.level().isAvailable())) {
			return Optional.empty();
		}
		return Optional.of(facts.inPolicy(Rule.TIER_AWAY, Severity.WARNING, "scope",
				"The shared tier does not respond, so each instance loads for itself.",
				"Check the Redis that <y:shared-tier> in %s names. The log has the error."
					.formatted(facts.declared().place().file())));
	}

	static Optional<Finding> edgePurgeFailing(CacheFacts facts) {
		Duration edge = facts.policy().edge();
		if (facts.cache().unwrap(Validity.class).isPurged() || edge == null) {
			return Optional.empty();
		}
		return Optional.of(facts
			.inPolicy(Rule.EDGE_PURGE_FAILING, Severity.WARNING, "edge",
					"""
							Changes are not purged from a cache in front of the application. Clients may receive responses from \
							before a change for up to %s."""
						.formatted(CachePolicy.text(edge)),
					"Check the caches that yoil.ehcache.edge.urls names. The log has the error.")
			.with("edge", CachePolicy.text(edge)));
	}

	static Optional<Finding> notShared(CacheFacts facts) {
		long refusals = facts.statistics().tierRefusals();
		if (refusals == 0) {
			return Optional.empty();
		}
		return Optional.of(facts.inCode(Rule.NOT_SHARED, """
				%d keys or values could not be kept in a tier: they could not be serialized, or were not equal \
				afterwards.""".formatted(refusals),
				"Make keys Serializable, and values records with components that Jackson can read. The log names the first "
						+ "failure.")
			.with("tierRefusals", refusals)
			.with("tierHits", facts.statistics().tierHits()));
	}

	static Optional<Finding> keysNotToldApart(CacheFacts facts) {
		Object key = facts.entries()
			.stream()
			.map(CacheEntry::key)
			.filter((each) -> isIndistinct(each, facts.cache()))
			.findFirst()
			.orElse(null);
		Class<?> obstacle = StableText.obstacle(key);
		if (key == null || obstacle == null) {
			return Optional.empty();
		}
		String type = key.getClass().getName();
		return Optional.of(facts.inCode(Rule.KEYS_NOT_TOLD_APART,
				"A write of a key of type %s removes all entries on other instances, because the text of a %s may differ there."
					.formatted(type, obstacle.getName()),
				"Build such keys from strings, numbers, enums, dates, lists or records, or implement RegionKey. Or set a region in %s."
					.formatted(facts.policyLine()))
			.with("type", type)
			.with("because", obstacle.getName()));
	}

	/**
	 * {@return whether other instances remove all entries if this key is written, because
	 * they may not know its text}
	 */
	private static boolean isIndistinct(Object key, EhCacheCache cache) {
		// Only the region of the whole cache contains this name.
		return cache.isShared()
				&& cache.unwrap(CacheValidity.class).regions(key).contains(EncodedName.region(cache.getName()));
	}

}
