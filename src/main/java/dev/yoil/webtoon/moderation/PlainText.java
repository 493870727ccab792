package dev.yoil.webtoon.moderation;

import java.text.Normalizer;
import java.util.BitSet;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What is left of a text where it does not matter how it is written: its letters and
 * digits, compatible ones made one (NFKC) and in lower case.
 *
 * @param letters the letters and digits
 * @param gaps the places in front of letters at which there was something else, such as a
 * space; the beginning and the end of the text are such places
 */
record PlainText(String letters, BitSet gaps) {

	/** Format characters, marks and fillers of Hangul: they separate nothing. */
	private static final Pattern UNSEEN = Pattern.compile("[\\p{Cf}\\p{M}\\u115F\\u1160]");

	static PlainText of(String text) {
		String compatible = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
		StringBuilder letters = new StringBuilder();
		BitSet gaps = new BitSet();
		gaps.set(0);
		UNSEEN.matcher(compatible).replaceAll("").codePoints().forEach((character) -> {
			if (Character.isLetterOrDigit(character)) {
				letters.appendCodePoint(character);
			}
			else {
				gaps.set(letters.length());
			}
		});
		gaps.set(letters.length());
		return new PlainText(letters.toString(), gaps);
	}

}
