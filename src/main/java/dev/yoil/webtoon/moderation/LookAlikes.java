package dev.yoil.webtoon.moderation;

import java.util.concurrent.atomic.AtomicReferenceArray;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.SpoofChecker;

/**
 * Reads characters as the Latin letters that they look like, by Unicode's table of
 * confusable characters (UTS 39), and without accents.
 * <p>
 * The table is asked for one character at a time and believed only where it names one
 * Latin letter. For whole texts it is too wide: to it, {@code m} is {@code rn}, the
 * letters {@code l} and {@code I} are one, and the vowel of 으 is a Chinese number.
 * Thread-safe.
 */
final class LookAlikes {

	private static final SpoofChecker TABLE = new SpoofChecker.Builder().build();

	private static final Normalizer2 DECOMPOSED = Normalizer2.getNFDInstance();

	/** What was found for the letters of most alphabets, since the table is slow. */
	private static final AtomicReferenceArray<String> FOUND = new AtomicReferenceArray<>(0x2000);

	private LookAlikes() {
	}

	/**
	 * What a letter or digit is read as.
	 * @param character a code point that is not Hangul, case folded
	 * @return a Latin letter or digit of ASCII where it looks like one in its small form,
	 * or else in its capital form; otherwise the character without its marks
	 */
	static String read(int character) {
		if (character < 0x80) {
			return Character.toString(character);
		}
		if (character >= FOUND.length()) {
			return lookUp(character);
		}
		String found = FOUND.get(character);
		if (found == null) {
			found = lookUp(character);
			FOUND.set(character, found);
		}
		return found;
	}

	private static String lookUp(int character) {
		if (Character.getType(character) == Character.DECIMAL_DIGIT_NUMBER) {
			return Integer.toString(Character.digit(character, 10));
		}
		String small = base(TABLE.getSkeleton(Character.toString(character)));
		if (isLatin(small)) {
			return UCharacter.foldCase(small, true);
		}
		String capital = base(TABLE.getSkeleton(UCharacter.toString(UCharacter.toUpperCase(character))));
		return isLatin(capital) ? UCharacter.foldCase(capital, true)
				: base(DECOMPOSED.normalize(Character.toString(character)));
	}

	/**
	 * Whether a text is one Latin letter without an accent.
	 * @param text any text
	 */
	static boolean isLatin(String text) {
		return text.length() == 1 && ((text.charAt(0) | 0x20) >= 'a' && (text.charAt(0) | 0x20) <= 'z');
	}

	/**
	 * Whether a character only marks the one in front of it.
	 * @param character a code point
	 */
	static boolean isMark(int character) {
		return switch (Character.getType(character)) {
			case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> true;
			default -> false;
		};
	}

	private static String base(String text) {
		StringBuilder base = new StringBuilder();
		text.codePoints().filter((character) -> !isMark(character)).forEach(base::appendCodePoint);
		return base.toString();
	}

}
