package dev.yoil.webtoon.catalog;

/**
 * The pictures of webtoons: views of one SVG file, chosen by the webtoon's number.
 */
public final class Thumbnails {

	/**
	 * Number of pictures: a prime, so that evenly spaced numbers get different pictures.
	 */
	static final int COUNT = 23;

	static final String FILE = "/thumbnails/pictures.svg";

	private Thumbnails() {
	}

	/**
	 * Returns the path of a webtoon's picture.
	 * @param id the number of the webtoon, positive
	 */
	public static String of(long id) {
		return FILE + "#" + id % COUNT;
	}

}
