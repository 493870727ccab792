package dev.yoil.ehcache.inspect;

/**
 * A search for a text in the texts of keys that ignores case in all languages alike.
 * Takes time in proportion to the length of a key, whatever is sought (Knuth, Morris,
 * Pratt), and no memory. Thread-safe.
 */
final class KeySearch {

	private final int[] sought;

	/** How much of what was found so far may still be the beginning of it. */
	private final int[] borders;

	KeySearch(String sought) {
		this.sought = sought.codePoints().map(KeySearch::folded).toArray();
		this.borders = borders(this.sought);
	}

	private static int[] borders(int[] sought) {
		int[] borders = new int[sought.length];
		int border = 0;
		for (int index = 1; index < sought.length; index++) {
			while (border > 0 && sought[index] != sought[border]) {
				border = borders[border - 1];
			}
			if (sought[index] == sought[border]) {
				border++;
			}
			borders[index] = border;
		}
		return borders;
	}

	private static int folded(int codePoint) {
		if (codePoint < 0x80) {
			return (codePoint >= 'A' && codePoint <= 'Z') ? codePoint + ('a' - 'A') : codePoint;
		}
		return Character.toLowerCase(Character.toUpperCase(WellFormed.codePoint(codePoint)));
	}

	/**
	 * Tells whether the text of a key contains what is sought; nothing is in every text.
	 */
	boolean matches(Object key) {
		return this.sought.length == 0 || isIn(KeyText.unchecked(key));
	}

	private boolean isIn(String text) {
		int found = 0;
		int index = 0;
		while (index < text.length()) {
			int codePoint = text.codePointAt(index);
			index += Character.charCount(codePoint);
			int folded = folded(codePoint);
			while (found > 0 && folded != this.sought[found]) {
				found = this.borders[found - 1];
			}
			if (folded == this.sought[found]) {
				found++;
			}
			if (found == this.sought.length) {
				return true;
			}
		}
		return false;
	}

}
