package dev.yoil.webtoon.moderation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import com.ibm.icu.text.Normalizer2;

/**
 * A text as banned words are looked for in it: letters and digits only, without the many
 * ways to write one and the same, and what stood between them. {@code docs/moderation.md}
 * tells what is done, and what is not. Immutable and thread-safe.
 */
final class PlainText {

	/** NFKC, case folding, and nothing that is not seen, all at once. */
	private static final Normalizer2 FOLDED = Normalizer2.getNFKCCasefoldInstance();

	private final StringBuilder characters = new StringBuilder();

	/** Where a letter, digit or syllable of the text begins, and the end. */
	private final BitSet units = new BitSet();

	private final List<Gap> gaps = new ArrayList<>();

	/** What a digit stands in front of, with nothing or spaces between. */
	private final BitSet counted = new BitSet();

	private boolean behindDigit;

	private Gap gap = Gap.SPACE;

	/**
	 * @param text the text
	 * @param one what 1, ! and | are between Latin letters: {@code i} or {@code l}
	 */
	private PlainText(String text, char one) {
		String folded = FOLDED.normalize(text);
		List<String> token = new ArrayList<>();
		folded.codePoints().forEach((character) -> {
			if (isSpace(character)) {
				add(token, one);
				token.clear();
				this.gap = Gap.SPACE;
			}
			else if (!LookAlikes.isMark(character)) {
				token.add(read(character));
			}
		});
		add(token, one);
		this.units.set(this.characters.length());
		this.gaps.add(Gap.SPACE);
	}

	/**
	 * Reads a text. A one may stand for an i or for an l.
	 * @param text any text
	 * @return the one or two ways to read it
	 */
	static List<PlainText> readings(String text) {
		PlainText first = new PlainText(text, 'i');
		PlainText second = new PlainText(text, 'l');
		return first.characters.compareTo(second.characters) == 0 ? List.of(first) : List.of(first, second);
	}

	/**
	 * Reads a banned word.
	 * @param word any text
	 * @return the first way to read it
	 */
	static PlainText of(String word) {
		return new PlainText(word, 'i');
	}

	/**
	 * The letters and digits.
	 * @return a text that is empty if there are none
	 */
	String characters() {
		return this.characters.toString();
	}

	/**
	 * What stands in front of a character.
	 * @param index the number of the character, from 0; their count for the end
	 */
	Gap gapBefore(int index) {
		return this.gaps.get(index);
	}

	/**
	 * Whether a letter, digit or syllable of the text begins at a character, not inside
	 * of it.
	 * @param index the number of the character, from 0; their count for the end
	 */
	boolean isUnit(int index) {
		return this.units.get(index);
	}

	/**
	 * How many letters, digits and syllables there are.
	 */
	int unitCount() {
		return this.units.cardinality() - 1;
	}

	/**
	 * Whether a word may begin or end at a character: there is a gap, or the script
	 * changes.
	 * @param index the number of the character, from 0; their count for the end
	 */
	boolean isEdge(int index) {
		return gapBefore(index) != Gap.NONE
				|| isSyllabic(this.characters.charAt(index - 1)) != isSyllabic(this.characters.charAt(index));
	}

	/**
	 * Whether a digit stands in front of a character, with nothing or spaces between: a
	 * syllable may then be what is counted, such as a year. A digit that is left out
	 * between two syllables counts as well.
	 * @param index the number of the character, from 0
	 */
	boolean isCounted(int index) {
		return this.counted.get(index);
	}

	/**
	 * Whether only characters that stand for syllables or words occur: Hangul, Chinese
	 * and Japanese ones.
	 */
	boolean isSyllabic() {
		return this.characters.chars().allMatch((character) -> isSyllabic((char) character));
	}

	private static boolean isSyllabic(char character) {
		return Jamo.isLetter(character) || Character.isIdeographic(character)
				|| Character.UnicodeScript.of(character) == Character.UnicodeScript.HIRAGANA
				|| Character.UnicodeScript.of(character) == Character.UnicodeScript.KATAKANA;
	}

	private static String read(int character) {
		if (Jamo.isHangul(character)) {
			return Jamo.letters(character);
		}
		return Character.isLetterOrDigit(character) ? LookAlikes.read(character) : Character.toString(character);
	}

	private static boolean isSpace(int character) {
		return Character.isWhitespace(character) || Character.isSpaceChar(character);
	}

	/**
	 * Adds what stands between two spaces.
	 */
	private void add(List<String> token, char one) {
		boolean latin = token.stream().anyMatch(LookAlikes::isLatin);
		for (int index = 0; index < token.size(); index++) {
			String before = (index > 0) ? token.get(index - 1) : "";
			String after = (index + 1 < token.size()) ? token.get(index + 1) : "";
			String unit = latin ? latin(token.get(index), before, after, one) : token.get(index);
			if (isPart(unit) && !(isDigit(unit) && isHangul(before) && isHangul(after))) {
				this.counted.set(this.characters.length(), this.behindDigit);
				add(unit);
			}
			else if (this.gap == Gap.NONE) {
				this.gap = Gap.MARK;
			}
			this.behindDigit = isDigit(token.get(index));
		}
	}

	private void add(String unit) {
		this.units.set(this.characters.length());
		for (int index = 0; index < unit.length(); index++) {
			this.gaps.add(this.gap);
			this.gap = Gap.NONE;
		}
		this.characters.append(unit);
	}

	/**
	 * Reads digits and signs as the Latin letters for which they stand among such.
	 */
	private static String latin(String unit, String before, String after, char one) {
		return switch (unit) {
			case "0" -> "o";
			case "1" -> Character.toString(one);
			case "3" -> "e";
			case "4", "@" -> "a";
			case "5", "$" -> "s";
			case "7" -> "t";
			// At an end it is what it is.
			case "!", "|" -> (isLatinOrDigit(before) && isLatinOrDigit(after)) ? Character.toString(one) : unit;
			default -> unit;
		};
	}

	private static boolean isPart(String unit) {
		return !unit.isEmpty() && Character.isLetterOrDigit(unit.codePointAt(0));
	}

	private static boolean isHangul(String unit) {
		return !unit.isEmpty() && Jamo.isLetter(unit.charAt(0));
	}

	private static boolean isDigit(String unit) {
		return unit.length() == 1 && unit.charAt(0) >= '0' && unit.charAt(0) <= '9';
	}

	private static boolean isLatinOrDigit(String unit) {
		return LookAlikes.isLatin(unit) || isDigit(unit);
	}

	@Override
	public String toString() {
		return characters();
	}

}
