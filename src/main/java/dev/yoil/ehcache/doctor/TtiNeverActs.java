package dev.yoil.ehcache.doctor;

import java.time.Duration;
import java.util.Optional;

import dev.yoil.ehcache.policy.CachePolicy;

/**
 * The time to idle is not shorter than what ends the entry anyway: no entry is ever idle
 * for so long. At an equal time {@code ttl} ends it.
 */
final class TtiNeverActs {

	private TtiNeverActs() {
	}

	static Optional<Diagnosis> diagnose(Evidence evidence) {
		CachePolicy policy = evidence.policy();
		Duration tti = policy.tti();
		if (tti == null) {
			return Optional.empty();
		}
		return Deadline.within(policy, tti, evidence.now())
			.map((end) -> new Diagnosis(Diagnosis.Part.POLICY, "tti",
					"tti=\"%s\" has no effect: %s ends every entry before it can be idle for longer."
						.formatted(CachePolicy.text(tti), end),
					"Leave tti out in %s:%d, or make it shorter if entries that nobody asks for should leave earlier."
						.formatted(evidence.place().file(), evidence.place().policy()))
				.with("ttiMillis", tti.toMillis())
				.with("endedBy", end.toString()));
	}

}
