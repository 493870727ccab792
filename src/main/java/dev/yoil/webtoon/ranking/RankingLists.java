package dev.yoil.webtoon.ranking;

import dev.yoil.ehcache.region.Regions;
import dev.yoil.representation.Representation;
import dev.yoil.representation.Representations;
import dev.yoil.webtoon.catalog.WebtoonChanged;
import dev.yoil.webtoon.catalog.WebtoonMayChange;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;

/**
 * The rankings, cached for a short time and never beyond their period. New likes and
 * reviews appear when that time is over.
 */
@Service
public class RankingLists {

	/** A cache for each period, because they end at different times. */
	private static final String DAILY = "findDailyRanking";

	private static final String WEEKLY = "findWeeklyRanking";

	/** The region of both caches in {@code ehcache.xml}. */
	private static final String REGION = "ranking";

	private final Rankings rankings;

	private final Representations representations;

	private final Regions regions;

	RankingLists(Rankings rankings, Representations representations, Regions regions) {
		this.rankings = rankings;
		this.representations = representations;
		this.regions = regions;
	}

	/**
	 * Returns today's ranking.
	 */
	@Cacheable(cacheNames = DAILY, key = "'all'", sync = true)
	public Representation findDailyRanking() {
		return this.representations.kept(this.rankings.current(RankingPeriod.DAILY));
	}

	/**
	 * Returns this week's ranking.
	 */
	@Cacheable(cacheNames = WEEKLY, key = "'all'", sync = true)
	public Representation findWeeklyRanking() {
		return this.representations.kept(this.rankings.current(RankingPeriod.WEEKLY));
	}

	/**
	 * Names both before it is known whether a request changes them.
	 */
	@EventListener(WebtoonMayChange.class)
	void mayChange() {
		this.regions.mayHaveChanged(REGION);
	}

	/**
	 * Evicts both after the commit of an administrator's change: they show titles, and
	 * may lose a webtoon.
	 */
	@EventListener(WebtoonChanged.class)
	@CacheEvict(cacheNames = { DAILY, WEEKLY }, key = "'all'")
	void evict() {
		// The annotations evict.
	}

}
