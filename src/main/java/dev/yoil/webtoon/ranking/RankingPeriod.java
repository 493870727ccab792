package dev.yoil.webtoon.ranking;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;

/**
 * How long a ranking counts what readers do: days and weeks as they are in Seoul, each
 * from its first midnight on and up to the one that ends it.
 */
public enum RankingPeriod {

	/** A day. */
	DAILY,

	/** Monday to Sunday. */
	WEEKLY;

	/** Where the site's readers are. */
	public static final ZoneId ZONE = ZoneId.of("Asia/Seoul");

	/**
	 * The first day of the period that a moment is in.
	 */
	LocalDate first(Instant moment) {
		LocalDate day = LocalDate.ofInstant(moment, ZONE);
		return switch (this) {
			case DAILY -> day;
			case WEEKLY -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
		};
	}

	/**
	 * The last day of the period that a moment is in.
	 */
	LocalDate last(Instant moment) {
		LocalDate day = LocalDate.ofInstant(moment, ZONE);
		return switch (this) {
			case DAILY -> day;
			case WEEKLY -> day.with(TemporalAdjusters.nextOrSame(DayOfWeek.SUNDAY));
		};
	}

}
