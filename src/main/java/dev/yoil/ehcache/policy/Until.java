package dev.yoil.ehcache.policy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;

/**
 * A recurring calendar moment. An entry expires at the first one after it was stored.
 *
 * @param expression the moment, in six fields from seconds to day of week
 * @param zone the time zone of the expression
 */
public record Until(CronExpression expression, ZoneId zone) {

	private static final int FIELDS = 6;

	private static final long QUARTER_HOUR = 900_000;

	/**
	 * Creates a recurring moment.
	 * @throws IllegalArgumentException if it never comes
	 */
	public Until {
		if (expression.next(ZonedDateTime.ofInstant(Instant.EPOCH, zone)) == null) {
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
		ZonedDateTime next = first(moment);
		// When clocks go back by less than an hour, Spring may return an earlier moment:
		// the search then continues beyond the change.
		for (long from = moment; next != null && next.toInstant().toEpochMilli() <= moment; from += QUARTER_HOUR) {
			next = first(from);
		}
		return (next != null) ? next.toInstant().toEpochMilli() : Long.MAX_VALUE;
	}

	private @Nullable ZonedDateTime first(long moment) {
		return this.expression.next(Instant.ofEpochMilli(moment).atZone(this.zone));
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
