package dev.yoil.webtoon.thumbnail;

import dev.yoil.webtoon.Dice;

/**
 * Motifs with a sky and a horizon.
 */
final class Landscapes {

	private Landscapes() {
	}

	/**
	 * Hills under a moon.
	 */
	static void hills(Drawing drawing) {
		Dice dice = drawing.dice();
		Palette palette = drawing.palette();
		drawing.stars(14);
		drawing.moon(dice.between(70, 230), dice.between(80, 150), dice.between(28, 52));
		hill(drawing, dice.between(190, 220), palette.far(), 75);
		hill(drawing, dice.between(235, 265), palette.middle(), 85);
		hill(drawing, dice.between(285, 310), palette.middle(), 100);
		hill(drawing, dice.between(330, 350), palette.near(), 100);
	}

	/**
	 * A sun over water.
	 */
	static void sunset(Drawing drawing) {
		Dice dice = drawing.dice();
		Palette palette = drawing.palette();
		int x = dice.between(90, 210);
		int horizon = dice.between(230, 270);
		int radius = dice.between(66, 92);
		for (int halo = 4; halo > 0; halo--) {
			drawing.circle(x, horizon - radius / 3, radius + halo * 26, palette.light(), 10);
		}
		drawing.circle(x, horizon - radius / 3, radius, palette.light(), 100);
		drawing.rectangle(0, horizon, Drawing.WIDTH, Drawing.HEIGHT - horizon, palette.middle(), 100);
		for (int y = horizon + 10; y < Drawing.HEIGHT; y += dice.between(12, 17)) {
			int half = dice.between(14, radius);
			drawing.band(Drawing.path("M%d %d H%d", x - half, y, x + half), dice.between(3, 6), palette.light(),
					dice.between(35, 80));
			int start = dice.below(Drawing.WIDTH);
			drawing.band(Drawing.path("M%d %d H%d", start, y + 6, start + dice.between(30, 90)), 3, palette.near(), 45);
		}
		hill(drawing, dice.between(365, 385), palette.near(), 100);
	}

	private static void hill(Drawing drawing, int y, String fill, int opacity) {
		Dice dice = drawing.dice();
		drawing.area(Drawing.path("M0 %d C%d %d %d %d %d %d S%d %d 300 %d V400 H0 Z", y + dice.between(-20, 20),
				dice.between(30, 60), y - dice.between(20, 60), dice.between(80, 110), y + dice.between(10, 40),
				dice.between(130, 170), y, dice.between(220, 270), y - dice.between(20, 70), y + dice.between(-15, 25)),
				fill, opacity);
	}

}
