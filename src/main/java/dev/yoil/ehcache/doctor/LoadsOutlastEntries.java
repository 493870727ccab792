package dev.yoil.ehcache.doctor;

import java.time.Duration;
import java.util.Optional;

import dev.yoil.ehcache.index.CacheStatistics;
import dev.yoil.ehcache.index.Removal;

/**
 * Values take so long to be loaded that, compared with that, they are hardly in the cache
 * before their time is over.
 */
final class LoadsOutlastEntries {

	/** A median of fewer says little. */
	static final int EXPIRED = 20;

	/**
	 * With a load half as long as what it loads is good for, a key that is always wanted
	 * is being loaded a third of the time.
	 */
	static final double SHARE_OF_AGE = 0.5;

	private LoadsOutlastEntries() {
	}

	static Optional<Diagnosis> diagnose(Evidence evidence) {
		Duration ttl = evidence.policy().ttl();
		long longest = (ttl != null) ? ttl.toMillis() : Long.MAX_VALUE;
		// Expired entries are met later than they expired.
		long[] ages = evidence.removals()
			.stream()
			.filter(Evidence::expired)
			.mapToLong(Removal::age)
			.map((age) -> Math.min(age, longest))
			.sorted()
			.toArray();
		CacheStatistics statistics = evidence.statistics();
		double load = statistics.meanLoadMillis();
		if (ages.length < EXPIRED || load == 0 || load < SHARE_OF_AGE * ages[ages.length / 2]) {
			return Optional.empty();
		}
		long median = ages[ages.length / 2];
		String attribute = (ttl != null) ? "ttl" : (evidence.policy().tti() != null) ? "tti" : "until";
		return Optional.of(new Diagnosis(Diagnosis.Part.POLICY, attribute,
				"""
						A load takes %s ms on average, and half of the last %d entries that expired were in the cache for \
						%d ms or less: a key that is always wanted is being loaded %s of the time."""
					.formatted(Evidence.rounded(load), ages.length, median, Diagnosis.percent(load / (load + median))),
				"Make %s in %s:%d much longer than a load takes, or the load faster.".formatted(attribute,
						evidence.place().file(), evidence.place().policy()))
			.with("meanLoadMillis", Evidence.rounded(load))
			.with("medianAgeMillis", median)
			.with("expired", ages.length)
			.with("loads", statistics.loads() - statistics.failedLoads()));
	}

}
