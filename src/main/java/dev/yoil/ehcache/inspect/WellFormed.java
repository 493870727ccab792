package dev.yoil.ehcache.inspect;

/**
 * Texts that can be written as JSON. Half of a character of two has no form in UTF-8.
 */
final class WellFormed {

	private static final char REPLACEMENT = '\uFFFD';

	private WellFormed() {
	}

	/**
	 * Puts a replacement character in the place of each half of a character.
	 * @return the text itself if there is nothing to replace
	 */
	static String of(String text) {
		for (int index = 0; index < text.length(); index++) {
			if (isHalf(text, index)) {
				return replaced(text, index);
			}
		}
		return text;
	}

	private static String replaced(String text, int first) {
		StringBuilder replaced = new StringBuilder(text);
		for (int index = first; index < text.length(); index++) {
			if (isHalf(text, index)) {
				replaced.setCharAt(index, REPLACEMENT);
			}
		}
		return replaced.toString();
	}

	private static boolean isHalf(String text, int index) {
		char character = text.charAt(index);
		if (Character.isHighSurrogate(character)) {
			return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
		}
		return Character.isLowSurrogate(character)
				&& (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
	}

	/**
	 * The replacement for a code point that is half of a character, any other as it is.
	 */
	static int codePoint(int codePoint) {
		return (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) ? REPLACEMENT : codePoint;
	}

}
