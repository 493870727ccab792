package dev.yoil.ehcache.policy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.CronExpression;

/**
 * A recurring calendar moment: an entry expires at the first one after it was stored.
 * Immutable; two are equal if they were written alike.
 */
public final class Until {

	private static final int FIELDS = 6;

	private static final long QUARTER_HOUR = 900_000;

	private final String cron;

	private final ZoneId zone;

	private final CronExpression expression;

	/**
	 * Creates the moment from its parts.
	 * @param cron a cron expression of six fields, from seconds to day of week, as
	 * {@link CronExpression} reads it
	 * @param zone the time zone in which the expression is meant
	 * @throws IllegalArgumentException if the expression cannot be read or never comes
	 * true
	 */
	public Until(String cron, ZoneId zone) {
		if (cron.strip().split("\\s+", -1).length != FIELDS) {
			throw new IllegalArgumentException("it has not six fields");
		}
		this.cron = cron;
		this.zone = zone;
		this.expression = CronExpression.parse(cron);
		if (this.expression.next(ZonedDateTime.ofInstant(Instant.EPOCH, zone)) == null) {
			throw new IllegalArgumentException("no such moment ever comes");
		}
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
	 * Returns the expression as it was written.
	 * @return six fields separated by spaces
	 */
	public String cron() {
		return this.cron;
	}

	/**
	 * Returns the time zone in which the expression is meant.
	 * @return the zone
	 */
	public ZoneId zone() {
		return this.zone;
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Until that && this.cron.equals(that.cron) && this.zone.equals(that.zone);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.cron, this.zone);
	}

	@Override
	public String toString() {
		return this.cron + " " + this.zone;
	}

}
