package dev.yoil.webtoon.catalog;

/**
 * The pictures of webtoons: views of one SVG file, of which a webtoon's number chooses
 * one.
 */
public final class Thumbnails {

	/**
	 * How many there are: a prime, so that numbers that are any distance apart have
	 * different ones.
	 */
	static final int COUNT = 23;

	static final String FILE = "/thumbnails/pictures.svg";

	private Thumbnails() {
	}

	/**
	 * Where the picture of a webtoon is.
	 * @param id the webtoon's number, positive
	 * @return a path on this server, with a fragment
	 */
	public static String of(long id) {
		return FILE + "#" + id % COUNT;
	}

}
