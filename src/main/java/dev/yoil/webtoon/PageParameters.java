package dev.yoil.webtoon;

/**
 * Which part of a list a client asks for.
 *
 * @param page the number of the page, from 0
 * @param size how many items a page has, from 1 to 100
 */
public record PageParameters(int page, int size) {

	/** How many items a page has unless the client tells. */
	public static final int USUAL_SIZE = 30;

	/** The last page that can be asked for. */
	public static final int LAST_PAGE = 1_000_000;

	/** The most items that a page can have. */
	public static final int LARGEST_SIZE = 100;

	/**
	 * How many items lie before the page.
	 * @return a number from 0
	 */
	public long offset() {
		return (long) this.page * this.size;
	}

}
