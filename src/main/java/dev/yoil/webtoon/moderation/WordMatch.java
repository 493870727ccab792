package dev.yoil.webtoon.moderation;

/**
 * Where a banned word is found.
 */
enum WordMatch {

	/** Inside of other words, too. */
	ANYWHERE,
	/** Only where it stands alone. */
	WHOLE;

	private static final int LONGEST_ALPHABETIC_WHOLE = 4;

	private static final int LONGEST_SYLLABIC_WHOLE = 1;

	/**
	 * Where a word is found unless somebody says otherwise: short ones have to stand
	 * alone, since many harmless words have them inside.
	 * @param word any text
	 */
	static WordMatch usual(String word) {
		PlainText plain = PlainText.of(word);
		int longest = plain.isSyllabic() ? LONGEST_SYLLABIC_WHOLE : LONGEST_ALPHABETIC_WHOLE;
		return (plain.unitCount() <= longest) ? WHOLE : ANYWHERE;
	}

}
