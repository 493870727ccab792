package dev.yoil.ehcache.doctor;

import java.time.Duration;
import java.util.Optional;

import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Until;

/**
 * What of a policy ends every entry by some age, however often it is asked for.
 *
 * @param attribute {@code ttl} or {@code until}
 * @param value what the policy says there
 */
record Deadline(String attribute, String value) {

	/** Longer than a year, so that every month and holiday of a calendar is seen. */
	private static final long CALENDAR_MILLIS = Duration.ofDays(400).toMillis();

	/** Enough for every hour of that time. */
	private static final int MOMENTS = 10_000;

	/**
	 * Finds what ends every entry before it is older than some age. Moments of
	 * {@code until} that follow each other more often than hourly are not all looked at:
	 * then nothing is said.
	 */
	static Optional<Deadline> within(CachePolicy policy, Duration age, long now) {
		Duration ttl = policy.ttl();
		if (ttl != null && ttl.compareTo(age) <= 0) {
			return Optional.of(new Deadline("ttl", CachePolicy.text(ttl)));
		}
		Until until = policy.until();
		return (until != null && comesWithin(until, age.toMillis(), now))
				? Optional.of(new Deadline("until", until.cron())) : Optional.empty();
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

	@Override
	public String toString() {
		return this.attribute + "=\"" + this.value + "\"";
	}

}
