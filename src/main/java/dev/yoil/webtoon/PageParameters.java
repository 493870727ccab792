package dev.yoil.webtoon;

/**
 * The page of a list that a client requests.
 */
public record PageParameters(int page, int size) {

	/** Default number of items on a page. */
	public static final int DEFAULT_SIZE = 30;

	/** Last page that can be requested. */
	public static final int MAX_PAGE = 1_000_000;

	/** Largest number of items on a page. */
	public static final int MAX_SIZE = 100;

	/**
	 * Returns the number of items before the page.
	 */
	public long offset() {
		return (long) this.page * this.size;
	}

}
