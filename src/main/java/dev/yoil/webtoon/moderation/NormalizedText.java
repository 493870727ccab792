package dev.yoil.webtoon.moderation;

import java.text.Normalizer;
import java.util.BitSet;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The letters and digits of a text in normalized form (NFKC, lower case), so that its
 * spelling does not matter.
 *
 * @param letters the letters and digits
 * @param gaps the positions in {@code letters} that follow other characters, such as a
 * space; the beginning and the end are among them
 */
record NormalizedText(String letters, BitSet gaps) {

	/** Format characters, marks and Hangul fillers, which separate nothing. */
	private static final Pattern UNSEEN = Pattern.compile("[\\p{Cf}\\p{M}\\u115F\\u1160]");

	static NormalizedText of(String text) {
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
		return new NormalizedText(letters.toString(), gaps);
	}

}
