package dev.yoil.webtoon.moderation;

import java.nio.charset.StandardCharsets;

/**
 * Where a banned word is found.
 */
enum WordMatch {

	/** Inside of other words, too. */
	ANYWHERE,
	/** Only where it stands alone. */
	WHOLE;

	/**
	 * A Korean syllable, a Chinese character or four Latin letters, in bytes of UTF-8.
	 */
	private static final int LONGEST_WHOLE = 4;

	/**
	 * Where a word is found unless somebody says otherwise: short ones have to stand
	 * alone, since many harmless words have them inside.
	 * @param word any text
	 */
	static WordMatch usual(String word) {
		int bytes = PlainText.of(word).letters().getBytes(StandardCharsets.UTF_8).length;
		return (bytes <= LONGEST_WHOLE) ? WHOLE : ANYWHERE;
	}

}
