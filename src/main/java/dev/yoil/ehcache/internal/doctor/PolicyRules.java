package dev.yoil.ehcache.internal.doctor;

import java.time.Duration;
import java.util.Optional;

import dev.yoil.ehcache.internal.doctor.Finding.Severity;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Until;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.jspecify.annotations.Nullable;

/**
 * Rules about what of a policy has no effect.
 */
final class PolicyRules {

	/** So many that were read and then idled out, and none that was kept. */
	private static final long IDLED_OUT = 100;

	/** Longer than a year, so that every month and holiday of a calendar is seen. */
	private static final long CALENDAR_MILLIS = Duration.ofDays(400).toMillis();

	/** Enough for every hour of that time. */
	private static final int MOMENTS = 10_000;

	private PolicyRules() {
	}

	/**
	 * The time to idle is not shorter than what ends the entry anyway: no entry is ever
	 * idle for so long. At an equal time {@code ttl} ends it.
	 */
	static Optional<Finding> ttiNeverActs(CacheFacts facts) {
		Duration tti = facts.policy().tti();
		String end = endWithin(facts, tti);
		if (tti == null || end == null) {
			return Optional.empty();
		}
		return Optional.of(facts.inPolicy(Rule.TTI_NEVER_ACTS, Severity.NOTE, "tti",
				"tti=\"%s\" has no effect: %s ends every entry before it can be idle for longer."
					.formatted(CachePolicy.text(tti), end),
				"Leave tti out in %s, or make it shorter if entries that nobody asks for should leave earlier."
					.formatted(facts.policyLine()))
			.with("ttiMillis", tti.toMillis())
			.with("endedBy", end));
	}

	/**
	 * No entry gets as old as it has to be to be refreshed: because {@code ttl} or
	 * {@code until} never lets it, which the file alone tells, or because nobody asks
	 * often enough to keep it past {@code tti}, which only what happened can tell.
	 */
	static Optional<Finding> refreshNeverActs(CacheFacts facts) {
		Duration refreshAfter = facts.policy().refreshAfter();
		if (refreshAfter == null) {
			return Optional.empty();
		}
		String end = endWithin(facts, refreshAfter);
		if (end == null) {
			return idledOut(facts, refreshAfter);
		}
		return Optional.of(facts.inPolicy(Rule.REFRESH_NEVER_ACTS, Severity.WARNING, "refresh-after",
				"refresh-after=\"%s\" has no effect: %s ends every entry before it is that old, so readers wait for each load."
					.formatted(CachePolicy.text(refreshAfter), end),
				"Make refresh-after in %s shorter than that, by more than a load takes.".formatted(facts.policyLine()))
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
		return Optional.of(facts.inPolicy(Rule.REFRESH_NEVER_ACTS, Severity.WARNING, "refresh-after",
				"""
						refresh-after="%s" has had no effect lately: of the last %d entries that left, %d had been read and \
						were then idle for tti="%s", and none was old enough to be refreshed."""
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
	 * Finds what ends every entry before it is older than some age, however often it is
	 * asked for. Moments of {@code until} that follow each other more often than hourly
	 * are not all looked at: then nothing is said.
	 * @return the attribute as the file has it; {@code null} if nothing does
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
