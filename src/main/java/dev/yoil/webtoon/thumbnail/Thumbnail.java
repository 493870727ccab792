package dev.yoil.webtoon.thumbnail;

import dev.yoil.webtoon.Dice;

/**
 * Draws the picture of a number, always the same.
 */
final class Thumbnail {

	private Thumbnail() {
	}

	/**
	 * Draws a picture.
	 * @param number a positive number
	 * @return an SVG document in ASCII
	 */
	static String draw(long number) {
		Dice dice = new Dice(number);
		Drawing drawing = new Drawing(dice);
		dice.pick(Motif.ALL).draw(drawing);
		return drawing.finish();
	}

}
