package dev.yoil.webtoon.catalog;

/**
 * The names of this feature's caches, as {@code ehcache.xml} configures them.
 */
public final class WebtoonCaches {

	/**
	 * The list of each publish day; its key is the {@link PublishDayList}.
	 */
	public static final String FIND_WEBTOONS_BY_PUBLISH_DAY = "findWebtoonsByPublishDay";

	/**
	 * The pages of those lists; its key is the {@link PublishDayPage}, or the
	 * {@link PublishDayList} for the number of its webtoons.
	 */
	public static final String FIND_WEBTOON_PAGES_BY_PUBLISH_DAY = "findWebtoonPagesByPublishDay";

	private WebtoonCaches() {
	}

}
