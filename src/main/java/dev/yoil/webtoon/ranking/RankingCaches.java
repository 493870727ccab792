package dev.yoil.webtoon.ranking;

/**
 * The names of this feature's caches, as {@code ehcache.xml} configures them: one for
 * each period, because each ends at a moment of its own. The only key of each is
 * {@code all}.
 */
public final class RankingCaches {

	/**
	 * The ranking of the day.
	 */
	public static final String FIND_DAILY_RANKING = "findDailyRanking";

	/**
	 * The ranking of the week.
	 */
	public static final String FIND_WEEKLY_RANKING = "findWeeklyRanking";

	private RankingCaches() {
	}

}
