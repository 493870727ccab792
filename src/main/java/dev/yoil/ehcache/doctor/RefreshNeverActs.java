package dev.yoil.ehcache.doctor;

import java.time.Duration;
import java.util.Optional;

import dev.yoil.ehcache.index.Removal;
import dev.yoil.ehcache.index.RemovalCause;
import dev.yoil.ehcache.policy.CachePolicy;

/**
 * No entry gets as old as it has to be to be refreshed: because {@code ttl} or
 * {@code until} never lets it, which the file alone tells, or because nobody asks often
 * enough to keep it past {@code tti}, which only what happened can tell.
 */
final class RefreshNeverActs {

	/** So many that were read and then idled out, and none that was kept. */
	static final long IDLED_OUT = 100;

	private RefreshNeverActs() {
	}

	static Optional<Diagnosis> diagnose(Evidence evidence) {
		Duration refreshAfter = evidence.policy().refreshAfter();
		if (refreshAfter == null) {
			return Optional.empty();
		}
		return Deadline.within(evidence.policy(), refreshAfter, evidence.now())
			.map((end) -> ended(evidence, refreshAfter, end))
			.or(() -> idledOut(evidence, refreshAfter));
	}

	private static Diagnosis ended(Evidence evidence, Duration refreshAfter, Deadline end) {
		return new Diagnosis(Diagnosis.Part.POLICY, "refresh-after",
				"refresh-after=\"%s\" has no effect: %s ends every entry before it is that old, so readers wait for each load."
					.formatted(CachePolicy.text(refreshAfter), end),
				"Make refresh-after in %s:%d shorter than that, by more than a load takes."
					.formatted(evidence.place().file(), evidence.place().policy()))
			.with("refreshAfterMillis", refreshAfter.toMillis())
			.with("endedBy", end.toString());
	}

	private static Optional<Diagnosis> idledOut(Evidence evidence, Duration refreshAfter) {
		CachePolicy policy = evidence.policy();
		Duration tti = policy.tti();
		if (tti == null || tti.compareTo(refreshAfter) > 0 || evidence.oldestRead() >= refreshAfter.toMillis()) {
			return Optional.empty();
		}
		long idle = evidence.removed(RefreshNeverActs::wasReadAndIdledOut);
		long refreshed = evidence
			.removed((removal) -> removal.cause() == RemovalCause.REPLACED && removal.age() >= refreshAfter.toMillis());
		if (idle < IDLED_OUT || refreshed > 0) {
			return Optional.empty();
		}
		return Optional.of(new Diagnosis(Diagnosis.Part.POLICY, "refresh-after",
				"""
						refresh-after="%s" has had no effect lately: of the last %d entries that left, %d had been read and \
						were then idle for tti="%s", and none was old enough to be refreshed."""
					.formatted(CachePolicy.text(refreshAfter), evidence.removals().size(), idle, CachePolicy.text(tti)),
				"Make refresh-after in %s:%d shorter than tti, or tti longer.".formatted(evidence.place().file(),
						evidence.place().policy()))
			.with("refreshAfterMillis", refreshAfter.toMillis())
			.with("ttiMillis", tti.toMillis())
			.with("departures", evidence.removals().size())
			.with("idledOut", idle)
			.with("oldestReadMillis", evidence.oldestRead()));
	}

	private static boolean wasReadAndIdledOut(Removal removal) {
		return removal.cause() == RemovalCause.EXPIRED_TTI && removal.hits() > 0;
	}

}
