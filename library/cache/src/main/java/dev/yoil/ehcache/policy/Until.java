package dev.yoil.ehcache.policy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;

import org.springframework.scheduling.support.CronExpression;

/**
 * A recurring calendar moment: the wall clock shows a time that the expression names, or
 * is set past one. A time that the clock shows twice is two moments. An entry expires at
 * the first moment after it was stored.
 *
 * @param expression the moment, in six fields from seconds to day of week
 * @param zone the time zone of the expression
 */
public record Until(CronExpression expression, ZoneId zone) {

	private static final int FIELDS = 6;

	/**
	 * Creates a recurring moment.
	 * @throws IllegalArgumentException if it never comes
	 */
	public Until {
		if (expression.next(LocalDateTime.ofInstant(Instant.EPOCH, zone)) == null) {
			throw new IllegalArgumentException("this moment never comes");
		}
	}

	/**
	 * Creates a recurring moment from a cron expression.
	 * @throws IllegalArgumentException if it is invalid or never comes
	 */
	public Until(String cron, ZoneId zone) {
		this(parsed(cron), zone);
	}

	private static CronExpression parsed(String cron) {
		int fields = cron.strip().split("\\s+", -1).length;
		if (fields != FIELDS) {
			throw new IllegalArgumentException("expected six fields, found " + fields);
		}
		return CronExpression.parse(cron);
	}

	/**
	 * Returns the first moment strictly after another.
	 * @param moment milliseconds since the epoch
	 * @return milliseconds since the epoch; {@link Long#MAX_VALUE} if it never comes
	 * again
	 */
	public long next(long moment) {
		Instant from = Instant.ofEpochMilli(moment);
		LocalDateTime shown = LocalDateTime.ofInstant(from, this.zone);
		// Spring's search with a zone leaves out moments in gaps, and may go back.
		LocalDateTime next = this.expression.next(shown);
		while (next != null) {
			ZoneOffsetTransition change = this.zone.getRules().nextTransition(from);
			Instant at = next.toInstant(this.zone.getRules().getOffset(from));
			if (change == null || at.isBefore(change.getInstant())) {
				return at.toEpochMilli();
			}
			if (next.isBefore(change.getDateTimeAfter())) {
				// The clock is set past it.
				return change.getInstant().toEpochMilli();
			}
			from = change.getInstant();
			next = this.expression.next(change.getDateTimeAfter().minusNanos(1));
		}
		return Long.MAX_VALUE;
	}

	/**
	 * {@return the cron expression}
	 */
	public String cron() {
		return this.expression.toString();
	}

	@Override
	public String toString() {
		return cron() + " " + this.zone;
	}

}
