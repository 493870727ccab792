package dev.yoil.webtoon.moderation;

import java.nio.charset.StandardCharsets;

/**
 * The places in which a banned word matches.
 */
enum WordMatch {

	/** Also inside other words. */
	ANYWHERE,
	/** Only as a separate word. */
	WHOLE;

	/**
	 * In bytes of UTF-8: a Korean syllable, a Chinese character or four Latin letters.
	 */
	private static final int LONGEST_WHOLE = 4;

	/**
	 * Returns the default for a word. Short words must stand alone, because many harmless
	 * words contain them.
	 */
	static WordMatch defaultFor(String word) {
		int bytes = NormalizedText.of(word).letters().getBytes(StandardCharsets.UTF_8).length;
		return (bytes <= LONGEST_WHOLE) ? WHOLE : ANYWHERE;
	}

}
