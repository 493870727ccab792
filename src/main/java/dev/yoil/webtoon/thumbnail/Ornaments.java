package dev.yoil.webtoon.thumbnail;

import java.util.List;

import dev.yoil.webtoon.Dice;

/**
 * Motifs that show nothing but shapes.
 */
final class Ornaments {

	private Ornaments() {
	}

	/**
	 * Planets around a star.
	 */
	static void orbits(Drawing drawing) {
		Dice dice = drawing.dice();
		Palette palette = drawing.palette();
		int x = dice.between(90, 210);
		int y = dice.between(140, 260);
		drawing.stars(26);
		for (int radius = dice.between(62, 72); radius < 330; radius += dice.between(34, 52)) {
			drawing.ring(x, y, radius, dice.between(1, 3), palette.light(), 35);
			drawing.beginTurn(dice.below(360), x, y);
			drawing.circle(x + radius, y, dice.between(5, 17),
					dice.pick(List.of(palette.light(), palette.middle(), palette.near())), 100);
			drawing.endTurn();
		}
		drawing.moon(x, y, dice.between(30, 46));
	}

	/**
	 * One large flower.
	 */
	static void flower(Drawing drawing) {
		Dice dice = drawing.dice();
		Palette palette = drawing.palette();
		int x = dice.between(120, 180);
		int y = dice.between(170, 230);
		drawing.circle(x, y, dice.between(175, 195), palette.light(), 14);
		petals(drawing, x, y, dice.between(150, 175), palette.near(), 80);
		petals(drawing, x, y, dice.between(110, 130), palette.middle(), 85);
		petals(drawing, x, y, dice.between(72, 88), palette.far(), 95);
		drawing.circle(x, y, dice.between(20, 28), palette.light(), 100);
		drawing.circle(x, y, dice.between(8, 13), palette.bottom(), 100);
	}

	/**
	 * Ribbons in the wind.
	 */
	static void ribbons(Drawing drawing) {
		Dice dice = drawing.dice();
		Palette palette = drawing.palette();
		drawing.circle(dice.between(60, 240), dice.between(90, 310), dice.between(60, 100), palette.light(), 90);
		int y = dice.between(-20, 40);
		int lift = dice.between(60, 150);
		int fall = dice.between(60, 150);
		for (String colour : List.of(palette.far(), palette.middle(), palette.light(), palette.near(), palette.far(),
				palette.middle())) {
			drawing.band(Drawing.path("M-40 %d C60 %d 140 %d 190 %d S300 %d 340 %d", y + 60, y - lift, y + fall + 60,
					y + 70, y + lift, y + dice.between(-30, 50)), dice.between(14, 44), colour, dice.between(70, 95));
			y += dice.between(52, 74);
		}
	}

	private static void petals(Drawing drawing, int x, int y, int length, String fill, int opacity) {
		Dice dice = drawing.dice();
		int count = dice.between(6, 10);
		int width = length * dice.between(28, 40) / 100;
		int start = dice.below(360);
		String petal = Drawing.path("M%d %d C%d %d %d %d %d %d C%d %d %d %d %d %d Z", x, y, x - width, y - length / 3,
				x - width, y - length * 9 / 10, x, y - length, x + width, y - length * 9 / 10, x + width,
				y - length / 3, x, y);
		for (int index = 0; index < count; index++) {
			drawing.beginTurn(start + index * 360 / count, x, y);
			drawing.area(petal, fill, opacity);
			drawing.endTurn();
		}
	}

}
