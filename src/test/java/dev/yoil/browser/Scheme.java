package dev.yoil.browser;

import java.util.Locale;

/**
 * The colours that somebody prefers.
 */
enum Scheme {

	/** Dark on light. */
	LIGHT,

	/** Light on dark. */
	DARK;

	/** As CSS calls it. */
	String css() {
		return name().toLowerCase(Locale.ROOT);
	}

}
