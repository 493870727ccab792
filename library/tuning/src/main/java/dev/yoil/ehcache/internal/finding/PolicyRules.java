package dev.yoil.ehcache.internal.finding;

import java.time.Duration;
import java.util.Optional;

import dev.yoil.ehcache.internal.finding.Finding.Severity;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Until;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * Rules about settings of a policy without effect.
 */
final class PolicyRules {

	/** Enough entries that were read and then idled out to be no accident. */
	private static final long IDLED_OUT = 100;

	/** Longer than a year, so that it covers every month of the calendar. */
	private static final long CALENDAR_MILLIS = Duration.ofDays(400).toMillis();

	/** Enough for hourly moments in that time. */
	private static final int MOMENTS = 10_000;

	private PolicyRules() {
	}

	/**
	 * Compares {@code tti} with the other limits. At an equal age {@code ttl} ends an
	 * entry.
	 */
	static Optional<Finding> ttiNeverActs(CacheFacts facts) {
		Duration tti = facts.policy().tti();
		String end = endWithin(facts, tti);
		if (tti == null || end == null) {
			return Optional.empty();
		}
		return Optional.of(
				facts
					.inPolicy(Rule.TTI_NEVER_ACTS, Severity.NOTE, "tti",
							"tti=\"%s\" has no effect: %s ends every entry first.".formatted(CachePolicy.text(tti),
									end),
							"Leave tti out in %s, or make it shorter so that unused entries expire earlier."
								.formatted(facts.policyLine()))
					.with("ttiMillis", tti.toMillis())
					.with("endedBy", end));
	}

	/**
	 * Compares {@code refresh-after} with {@code until}, and with the entries that
	 * expired by {@code tti}. A {@code ttl} that ends them earlier is an error of the
	 * file.
	 */
	static Optional<Finding> refreshNeverActs(CacheFacts facts) {
		Duration refreshAfter = facts.policy().refreshAfter();
		if (refreshAfter == null) {
			return Optional.empty();
		}
		Until until = facts.policy().until();
		if (until == null || !comesWithin(until, refreshAfter.toMillis(), facts.now())) {
			return idledOut(facts, refreshAfter);
		}
		String end = "until=\"" + until.cron() + "\"";
		return Optional.of(facts.inPolicy(Rule.REFRESH_NEVER_ACTS, Severity.WARNING, "refresh-after",
				"refresh-after=\"%s\" has no effect: %s ends every entry before that age, so readers wait for each load."
					.formatted(CachePolicy.text(refreshAfter), end),
				"Make refresh-after in %s shorter than that by more than the time of a load."
					.formatted(facts.policyLine()))
			.with("refreshAfterMillis", refreshAfter.toMillis())
			.with("endedBy", end));
	}

	private static Optional<Finding> idledOut(CacheFacts facts, Duration refreshAfter) {
		Duration tti = facts.policy().tti();
		if (tti == null || tti.compareTo(refreshAfter) > 0 || facts.oldestRead() >= refreshAfter.toMillis()) {
			return Optional.empty();
		}
		long idle = facts.removed(PolicyRules::wasReadAndIdledOut);
		long refreshed = facts
			.removed((removal) -> removal.cause() == RemovalCause.REPLACED && removal.age() >= refreshAfter.toMillis());
		if (idle < IDLED_OUT || refreshed > 0) {
			return Optional.empty();
		}
		return Optional.of(facts
			.inPolicy(Rule.REFRESH_NEVER_ACTS, Severity.WARNING, "refresh-after", """
					refresh-after="%s" had no effect recently: of the last %d removed entries, %d were read and then \
					expired by tti="%s", and none reached the age for a refresh."""
				.formatted(CachePolicy.text(refreshAfter), facts.removals().size(), idle, CachePolicy.text(tti)),
					"Make refresh-after in %s shorter than tti, or tti longer.".formatted(facts.policyLine()))
			.with("refreshAfterMillis", refreshAfter.toMillis())
			.with("ttiMillis", tti.toMillis())
			.with("removals", facts.removals().size())
			.with("idledOut", idle)
			.with("oldestReadMillis", facts.oldestRead()));
	}

	private static boolean wasReadAndIdledOut(Removal removal) {
		return removal.cause() == RemovalCause.EXPIRED_TTI && removal.hits() > 0;
	}

	/**
	 * Returns the attribute that ends every entry up to an age, {@code null} for none.
	 * Moments of {@code until} that are more frequent than hourly count as none.
	 */
	private static @Nullable String endWithin(CacheFacts facts, @Nullable Duration age) {
		Duration ttl = facts.policy().ttl();
		Until until = facts.policy().until();
		if (age == null) {
			return null;
		}
		if (ttl != null && ttl.compareTo(age) <= 0) {
			return "ttl=\"" + CachePolicy.text(ttl) + "\"";
		}
		return (until != null && comesWithin(until, age.toMillis(), facts.now())) ? "until=\"" + until.cron() + "\""
				: null;
	}

	private static boolean comesWithin(Until until, long millis, long now) {
		long first = until.next(now);
		long moment = first;
		for (int i = 0; i < MOMENTS && moment - first < CALENDAR_MILLIS; i++) {
			long next = until.next(moment);
			if (next - moment > millis) {
				return false;
			}
			moment = next;
		}
		return moment - first >= CALENDAR_MILLIS;
	}

}
