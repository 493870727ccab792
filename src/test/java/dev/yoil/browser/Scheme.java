package dev.yoil.browser;

import java.util.Locale;

/**
 * A preferred color scheme.
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
