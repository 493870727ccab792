package dev.yoil.webtoon.genre;

/**
 * The name of this feature's cache, as {@code ehcache.xml} configures it.
 */
public final class GenreCaches {

	/**
	 * The list of all genres; its only key is {@code all}.
	 */
	public static final String FIND_GENRES = "findGenres";

	private GenreCaches() {
	}

}
