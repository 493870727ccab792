package dev.yoil.ehcache.doctor;

import java.util.Optional;

/**
 * What can be wrong with a cache. docs/doctor.md says of each what is seen, what it
 * means, what to change, and when it is harmless.
 */
public enum Illness {

	/** What had to leave was asked for again. */
	CAPACITY_TOO_SMALL(Severity.WARNING),
	/** Something else always ends an entry before its time to idle does. */
	TTI_NEVER_ACTS(Severity.NOTE),
	/** The cache was asked a lot and never had an answer. */
	NEVER_HIT(Severity.WARNING),
	/** No entry gets as old as it has to be to be refreshed. */
	REFRESH_NEVER_ACTS(Severity.WARNING),
	/** Nearly everything leaves without having been read a second time. */
	READ_ONCE(Severity.WARNING),
	/** Loading takes longer than what was loaded is good for. */
	LOADS_OUTLAST_ENTRIES(Severity.WARNING),
	/** Callers evict keys that are never there and that nobody reads. */
	EVICTIONS_NEVER_MATCH(Severity.WARNING);

	private final Severity severity;

	Illness(Severity severity) {
		this.severity = severity;
	}

	/**
	 * Tells how bad it is to have it.
	 * @return the severity
	 */
	public Severity severity() {
		return this.severity;
	}

	/**
	 * Tells whether a cache has it.
	 */
	Optional<Diagnosis> diagnose(Evidence evidence) {
		return switch (this) {
			case CAPACITY_TOO_SMALL -> CapacityTooSmall.diagnose(evidence);
			case TTI_NEVER_ACTS -> TtiNeverActs.diagnose(evidence);
			case NEVER_HIT -> NeverHit.diagnose(evidence);
			case REFRESH_NEVER_ACTS -> RefreshNeverActs.diagnose(evidence);
			case READ_ONCE -> ReadOnce.diagnose(evidence);
			case LOADS_OUTLAST_ENTRIES -> LoadsOutlastEntries.diagnose(evidence);
			case EVICTIONS_NEVER_MATCH -> EvictionsNeverMatch.diagnose(evidence);
		};
	}

}
