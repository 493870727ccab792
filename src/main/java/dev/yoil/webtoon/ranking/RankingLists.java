package dev.yoil.webtoon.ranking;

import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.catalog.WebtoonChanged;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;

/**
 * The rankings, cached for a moment, and never beyond the period that they are of. What
 * readers do is seen when that moment is over.
 */
@Service
public class RankingLists {

	/** One for each period, because each ends at a moment of its own. */
	private static final String DAILY = "findDailyRanking";

	private static final String WEEKLY = "findWeeklyRanking";

	private final Rankings rankings;

	private final Representations representations;

	RankingLists(Rankings rankings, Representations representations) {
		this.rankings = rankings;
		this.representations = representations;
	}

	/**
	 * The ranking of the day: from the cache, or counted once for all who ask meanwhile.
	 * @return a {@link Ranking}
	 */
	@Cacheable(cacheNames = DAILY, key = "'all'", sync = true)
	public Representation findDailyRanking() {
		return this.representations.kept(this.rankings.current(RankingPeriod.DAILY));
	}

	/**
	 * The ranking of the week: from the cache, or counted once for all who ask meanwhile.
	 * @return a {@link Ranking}
	 */
	@Cacheable(cacheNames = WEEKLY, key = "'all'", sync = true)
	public Representation findWeeklyRanking() {
		return this.representations.kept(this.rankings.current(RankingPeriod.WEEKLY));
	}

	/**
	 * Forgets both when an administrator changed a webtoon, once that is committed: they
	 * show its title, and may have to show one less.
	 */
	@EventListener(WebtoonChanged.class)
	@CacheEvict(cacheNames = { DAILY, WEEKLY }, key = "'all'")
	void forget() {
		// The annotations say it all.
	}

}
