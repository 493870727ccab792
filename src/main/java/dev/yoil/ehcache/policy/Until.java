package dev.yoil.ehcache.policy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;

/**
 * A recurring calendar moment: an entry expires at the first one after it was stored.
 *
 * @param expression the moment, of six fields from seconds to day of week
 * @param zone the time zone in which it is meant
 */
public record Until(CronExpression expression, ZoneId zone) {

	private static final int FIELDS = 6;

	private static final long QUARTER_HOUR = 900_000;

	/**
	 * Refuses a moment that never comes with an {@link IllegalArgumentException}.
	 */
	public Until {
		if (expression.next(ZonedDateTime.ofInstant(Instant.EPOCH, zone)) == null) {
			throw new IllegalArgumentException("no such moment ever comes");
		}
	}

	/**
	 * Creates the moment of a cron expression, if that can be read and comes true.
	 */
	public Until(String cron, ZoneId zone) {
		this(parsed(cron), zone);
	}

	private static CronExpression parsed(String cron) {
		if (cron.strip().split("\\s+", -1).length != FIELDS) {
			throw new IllegalArgumentException("it has not six fields");
		}
		return CronExpression.parse(cron);
	}

	/**
	 * Gives the first such moment strictly after another.
	 * @param moment milliseconds since the epoch
	 * @return milliseconds since the epoch; {@link Long#MAX_VALUE} if it never comes
	 * again
	 */
	public long next(long moment) {
		ZonedDateTime next = first(moment);
		// Where clocks go back by less than an hour, Spring may give an earlier moment:
		// then what follows is looked for beyond the change.
		for (long from = moment; next != null && next.toInstant().toEpochMilli() <= moment; from += QUARTER_HOUR) {
			next = first(from);
		}
		return (next != null) ? next.toInstant().toEpochMilli() : Long.MAX_VALUE;
	}

	private @Nullable ZonedDateTime first(long moment) {
		return this.expression.next(Instant.ofEpochMilli(moment).atZone(this.zone));
	}

	/**
	 * {@return the expression as it was written}
	 */
	public String cron() {
		return this.expression.toString();
	}

	@Override
	public String toString() {
		return cron() + " " + this.zone;
	}

}
