package dev.yoil.ehcache.internal.doctor;

import java.util.Optional;

import dev.yoil.ehcache.internal.StableText;
import dev.yoil.ehcache.internal.doctor.Finding.Severity;

/**
 * Rules about how a cache gets on with those of other instances.
 */
final class SharingRules {

	private SharingRules() {
	}

	/**
	 * Changes on other instances are found by looking only.
	 */
	static Optional<Finding> changesNotHeard(CacheFacts facts) {
		if (facts.notified()) {
			return Optional.empty();
		}
		return Optional.of(facts.inCode(Rule.CHANGES_NOT_HEARD,
				"""
						What other instances notify does not get through to this one, as behind a pooler in transaction mode: their \
						changes show here after a poll instead of at once.""",
				"Let spring.datasource.url lead to PostgreSQL itself."));
	}

	/**
	 * Every instance loads for itself what they could share.
	 */
	static Optional<Finding> tierAway(CacheFacts facts) {
		if (!Boolean.FALSE.equals(facts.tierAvailable())) {
			return Optional.empty();
		}
		return Optional.of(facts.inPolicy(Rule.TIER_AWAY, Severity.WARNING, "scope",
				"The shared tier does not answer, so that each instance loads for itself.",
				"See to the Redis that <y:shared-tier> in %s names; the log says what is wrong with it."
					.formatted(facts.declared().place().file())));
	}

	/**
	 * Some keys or values cannot be shared.
	 */
	static Optional<Finding> notShared(CacheFacts facts) {
		long refusals = facts.statistics().tierRefusals();
		if (refusals == 0) {
			return Optional.empty();
		}
		return Optional.of(facts.inCode(Rule.NOT_SHARED,
				"""
						%d times a key or value could not be shared with other instances: it could not be turned into bytes, or \
						did not come back equal."""
					.formatted(refusals),
				"Make keys Serializable and values records, whose parts all have a type that Jackson knows; the log says which "
						+ "was the first. Or leave scope out in %s.".formatted(facts.policyLine()))
			.with("tierRefusals", refusals)
			.with("tierHits", facts.statistics().tierHits()));
	}

	/**
	 * Finds keys whose text, which decides what other instances remove, may differ there.
	 */
	static Optional<Finding> keysNotToldApart(CacheFacts facts) {
		Class<?> obstacle = StableText.obstacle(facts.indistinctKey());
		if (facts.indistinctKey() == null || obstacle == null) {
			return Optional.empty();
		}
		String type = facts.indistinctKey().getClass().getName();
		return Optional.of(facts.inCode(Rule.KEYS_NOT_TOLD_APART,
				"A write of a key of type %s removes all entries on the other instances: the text of a %s may differ there."
					.formatted(type, obstacle.getName()),
				"Make such keys of texts, numbers, enums, dates, lists or records, or let them implement RegionKey. Or name a region in %s."
					.formatted(facts.policyLine()))
			.with("type", type)
			.with("because", obstacle.getName()));
	}

}
