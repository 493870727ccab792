package dev.yoil.webtoon.moderation;

/**
 * The letters that Hangul syllables are made of. Each is one character wherever it stands
 * in a syllable, and those that are made of two different ones are taken apart, so that a
 * syllable is the same text as its letters written one after the other.
 * <p>
 * Two syllables are never the same text as another two: each begins with a consonant,
 * even if only with the silent one.
 */
final class Jamo {

	private static final char FIRST_SYLLABLE = '\uAC00';

	private static final char LAST_SYLLABLE = '\uD7A3';

	private static final char FIRST_CONSONANT = '\u1100';

	private static final char FIRST_VOWEL = '\u1161';

	private static final char FIRST_FINAL = '\u11A8';

	private static final int FINALS = 28;

	private static final int VOWELS = 21;

	/** What each vowel is made of, from U+1161, in compatibility letters. */
	private static final String[] VOWEL_PARTS = "ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅗㅏ ㅗㅐ ㅗㅣ ㅛ ㅜ ㅜㅓ ㅜㅔ ㅜㅣ ㅠ ㅡ ㅡㅣ ㅣ".split(" ");

	/** What each consonant at an end is made of, from U+11A8. */
	private static final String[] FINAL_PARTS = "ㄱ ㄲ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ"
		.split(" ");

	/** The consonants at a beginning, from U+1100. */
	private static final String CONSONANTS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

	private Jamo() {
	}

	/**
	 * Whether a character is a syllable, or a letter as Unicode's normalisation writes
	 * it.
	 * @param character a code point in NFKC
	 */
	static boolean isHangul(int character) {
		return (character >= FIRST_SYLLABLE && character <= LAST_SYLLABLE) || isConsonant(character)
				|| isVowel(character) || isFinal(character);
	}

	/**
	 * Whether a character is one of those that {@link #letters(int)} returns.
	 * @param character a character
	 */
	static boolean isLetter(char character) {
		return character >= 'ㄱ' && character <= 'ㅣ';
	}

	/**
	 * Takes a syllable or letter apart.
	 * @param hangul what {@link #isHangul(int)} knows
	 * @return its letters
	 */
	static String letters(int hangul) {
		if (isConsonant(hangul)) {
			return CONSONANTS.substring(hangul - FIRST_CONSONANT, hangul - FIRST_CONSONANT + 1);
		}
		if (isVowel(hangul)) {
			return VOWEL_PARTS[hangul - FIRST_VOWEL];
		}
		if (isFinal(hangul)) {
			return FINAL_PARTS[hangul - FIRST_FINAL];
		}
		// Unicode 3.12: syllables are numbered by consonant, vowel and final.
		int number = hangul - FIRST_SYLLABLE;
		int end = number % FINALS;
		return CONSONANTS.charAt(number / FINALS / VOWELS) + VOWEL_PARTS[number / FINALS % VOWELS]
				+ ((end > 0) ? FINAL_PARTS[end - 1] : "");
	}

	private static boolean isConsonant(int character) {
		return character >= FIRST_CONSONANT && character < FIRST_CONSONANT + CONSONANTS.length();
	}

	private static boolean isVowel(int character) {
		return character >= FIRST_VOWEL && character < FIRST_VOWEL + VOWEL_PARTS.length;
	}

	private static boolean isFinal(int character) {
		return character >= FIRST_FINAL && character < FIRST_FINAL + FINAL_PARTS.length;
	}

}
