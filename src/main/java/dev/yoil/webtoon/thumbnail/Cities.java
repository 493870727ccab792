package dev.yoil.webtoon.thumbnail;

import dev.yoil.webtoon.Dice;

/**
 * Motifs with houses.
 */
final class Cities {

	private Cities() {
	}

	/**
	 * A city at night, some of its windows lit.
	 */
	static void city(Drawing drawing) {
		Dice dice = drawing.dice();
		Palette palette = drawing.palette();
		drawing.stars(18);
		drawing.moon(dice.between(60, 240), dice.between(70, 120), dice.between(26, 44));
		buildings(drawing, 150, 260, palette.far(), 0);
		buildings(drawing, 220, 320, palette.middle(), 35);
		buildings(drawing, 290, 370, palette.near(), 85);
	}

	private static void buildings(Drawing drawing, int top, int bottom, String fill, int windowOpacity) {
		Dice dice = drawing.dice();
		int width;
		for (int x = -dice.below(20); x < Drawing.WIDTH; x += width + dice.below(3)) {
			width = dice.between(30, 58);
			int roof = dice.between(top, bottom);
			drawing.rectangle(x, roof, width, Drawing.HEIGHT - roof, fill, 100);
			if (windowOpacity > 0) {
				windows(drawing, x, roof, width, windowOpacity);
			}
		}
	}

	private static void windows(Drawing drawing, int left, int top, int width, int opacity) {
		Dice dice = drawing.dice();
		for (int y = top + 9; y < Drawing.HEIGHT - 8; y += 16) {
			for (int x = left + 7; x < left + width - 9; x += 12) {
				if (dice.below(3) == 0) {
					drawing.rectangle(x, y, 5, 8, drawing.palette().light(), opacity);
				}
			}
		}
	}

}
