package dev.yoil.webtoon.page;

/**
 * The name of this feature's cache, as {@code ehcache.xml} configures it.
 */
public final class PageCaches {

	/**
	 * Pages as they are sent; its key is the {@link PageKey}.
	 */
	public static final String RENDER_PAGE = "renderPage";

	private PageCaches() {
	}

}
