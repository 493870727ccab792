package dev.yoil.webtoon.thumbnail;

import java.util.List;
import java.util.Locale;

import dev.yoil.webtoon.Dice;

/**
 * A picture while it is drawn, 300 units wide and 400 high: the SVG so far, its colours,
 * and the dice that decide on its shapes. All lengths are whole units, all opacities
 * percent, so that no locale or rounding changes a picture.
 */
final class Drawing {

	static final int WIDTH = 300;

	static final int HEIGHT = 400;

	private static final List<Palette> PALETTES = List.of(
			new Palette("#1b1f4b", "#e86f68", "#ffe3b3", "#7a4a86", "#4a3170", "#221a4d"),
			new Palette("#0f3b57", "#8fd3c8", "#fff4d6", "#3f8f93", "#22667a", "#0c2f47"),
			new Palette("#f7b267", "#f25c54", "#fff1d0", "#d9483b", "#9c2c43", "#4f1b3a"),
			new Palette("#23395b", "#b9a3e3", "#fdf0ff", "#7d6fb8", "#4c4a8c", "#1d2750"),
			new Palette("#ffd6e0", "#ff8fab", "#fffaf0", "#fb6f92", "#b5487a", "#5b2a5e"),
			new Palette("#d8f3dc", "#52b788", "#fffbe0", "#40916c", "#2d6a4f", "#123a2d"),
			new Palette("#10002b", "#7b2cbf", "#ffd60a", "#5a189a", "#3c096c", "#1a0340"),
			new Palette("#fefae0", "#dda15e", "#ffffff", "#bc6c25", "#7f5539", "#3f2a1d"),
			new Palette("#caf0f8", "#0096c7", "#ffffff", "#0077b6", "#02579a", "#03045e"),
			new Palette("#14213d", "#fca311", "#fff3d1", "#b5651d", "#5c3d3d", "#0b132b"),
			new Palette("#2b2d42", "#ef476f", "#ffd166", "#a03a63", "#5f3159", "#1c1d30"),
			new Palette("#e0fbfc", "#98c1d9", "#ee6c4d", "#6f9bb8", "#3d5a80", "#293241"));

	private final StringBuilder svg = new StringBuilder(3000);

	private final Dice dice;

	private final Palette palette;

	Drawing(Dice dice) {
		this.dice = dice;
		this.palette = dice.pick(PALETTES);
		add("""
				<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" preserveAspectRatio="xMidYMid slice">\
				<defs><linearGradient id="sky" x1="0" y1="0" x2="%d%%" y2="100%%"><stop offset="0" stop-color="%s"/>\
				<stop offset="1" stop-color="%s"/></linearGradient></defs>\
				<rect width="300" height="400" fill="url(#sky)"/>""", WIDTH, HEIGHT, dice.between(0, 45),
				this.palette.top(), this.palette.bottom());
	}

	/**
	 * Puts numbers into the commands of a path, in digits that SVG knows whatever the
	 * server's language.
	 */
	static String path(String format, Object... numbers) {
		return String.format(Locale.ROOT, format, numbers);
	}

	Dice dice() {
		return this.dice;
	}

	Palette palette() {
		return this.palette;
	}

	void circle(int x, int y, int radius, String fill, int opacity) {
		add("<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" opacity=\"%d%%\"/>", x, y, radius, fill, opacity);
	}

	void ring(int x, int y, int radius, int width, String stroke, int opacity) {
		add("<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" opacity=\"%d%%\"/>",
				x, y, radius, stroke, width, opacity);
	}

	void rectangle(int x, int y, int width, int height, String fill, int opacity) {
		add("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" opacity=\"%d%%\"/>", x, y, width, height,
				fill, opacity);
	}

	void area(String path, String fill, int opacity) {
		add("<path d=\"%s\" fill=\"%s\" opacity=\"%d%%\"/>", path, fill, opacity);
	}

	void band(String path, int width, String stroke, int opacity) {
		add("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" stroke-linecap=\"round\" opacity=\"%d%%\"/>",
				path, stroke, width, opacity);
	}

	/**
	 * A disc of light and its halo.
	 */
	void moon(int x, int y, int radius) {
		String light = this.palette.light();
		circle(x, y, radius * 2, light, 10);
		circle(x, y, radius * 3 / 2, light, 16);
		circle(x, y, radius, light, 100);
	}

	/**
	 * Small lights in the upper three quarters.
	 */
	void stars(int count) {
		for (int index = 0; index < count; index++) {
			circle(this.dice.below(WIDTH), this.dice.below(HEIGHT * 3 / 4), this.dice.between(1, 2),
					this.palette.light(), this.dice.between(40, 95));
		}
	}

	/**
	 * Turns what is drawn until {@link #endTurn()}.
	 */
	void beginTurn(int degrees, int centreX, int centreY) {
		add("<g transform=\"rotate(%d %d %d)\">", degrees, centreX, centreY);
	}

	void endTurn() {
		add("</g>");
	}

	/**
	 * Ends the picture.
	 * @return the whole SVG document
	 */
	String finish() {
		add("</svg>");
		return this.svg.toString();
	}

	private void add(String format, Object... arguments) {
		this.svg.append(String.format(Locale.ROOT, format, arguments));
	}

}
