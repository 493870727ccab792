package dev.yoil.webtoon.ranking;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;

/**
 * The period of a ranking: a day or a week in Seoul, from midnight to midnight.
 */
public enum RankingPeriod {

	/** A day. */
	DAILY,

	/** Monday to Sunday. */
	WEEKLY;

	/** The time zone of most readers. */
	public static final ZoneId ZONE = ZoneId.of("Asia/Seoul");

	LocalDate first(Instant moment) {
		LocalDate day = LocalDate.ofInstant(moment, ZONE);
		return (this == WEEKLY) ? day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)) : day;
	}

	LocalDate last(LocalDate first) {
		return (this == WEEKLY) ? first.plusDays(6) : first;
	}

}
