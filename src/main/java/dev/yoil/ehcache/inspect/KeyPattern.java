package dev.yoil.ehcache.inspect;

import java.util.Arrays;

/**
 * A pattern of the texts of keys: {@code *} stands for any text, also none, {@code ?} for
 * one character (not half of one), and a backslash takes away the meaning of what follows
 * it; at the end it is itself. It is matched against whole texts and distinguishes upper
 * and lower case.
 * <p>
 * Immutable. Matching takes time in proportion to the length of the text, at worst times
 * the length of the pattern, whatever the pattern is.
 */
public final class KeyPattern {

	/** Matching takes time in proportion to the lengths of key and pattern. */
	private static final int LONGEST = 1_000;

	private static final int ANY_TEXT = -1;

	private static final int ANY_CHARACTER = -2;

	private final String text;

	/** Code points, or one of the above. */
	private final int[] parts;

	private KeyPattern(String text, int[] parts) {
		this.text = text;
		this.parts = parts;
	}

	/**
	 * Reads a pattern.
	 * @param text the pattern
	 * @return the pattern
	 * @throws IllegalArgumentException if it is empty or has more than 1,000 characters;
	 * the message says what to write instead
	 */
	public static KeyPattern of(String text) {
		if (text.isEmpty()) {
			throw new IllegalArgumentException("The pattern is empty. Write * to match every key.");
		}
		int characters = text.codePointCount(0, text.length());
		if (characters > LONGEST) {
			throw new IllegalArgumentException("The pattern has " + characters + " characters. Write up to " + LONGEST
					+ ", with * for the rest, or name a long key itself as 'key'.");
		}
		int[] parts = new int[text.length()];
		int length = 0;
		boolean escaped = false;
		for (int character : text.codePoints().toArray()) {
			if (!escaped && character == '\\') {
				escaped = true;
				continue;
			}
			parts[length++] = escaped ? character : part(character);
			escaped = false;
		}
		if (escaped) {
			// At the end it has nothing to escape and is itself.
			parts[length++] = '\\';
		}
		return new KeyPattern(text, Arrays.copyOf(parts, length));
	}

	private static int part(int character) {
		return switch (character) {
			case '*' -> ANY_TEXT;
			case '?' -> ANY_CHARACTER;
			default -> character;
		};
	}

	/**
	 * Tells whether a whole text matches.
	 * @param key the text of a key
	 * @return whether it does
	 */
	public boolean matches(String key) {
		int part = 0;
		int at = 0;
		// Only the last * need be tried again, with one character more: whatever an
		// earlier one could take instead, this one can.
		int lastStar = -1;
		int taken = 0;
		while (at < key.length()) {
			int character = key.codePointAt(at);
			if (part < this.parts.length && this.parts[part] == ANY_TEXT) {
				lastStar = part++;
				taken = at;
			}
			else if (part < this.parts.length && (this.parts[part] == ANY_CHARACTER || this.parts[part] == character)) {
				part++;
				at += Character.charCount(character);
			}
			else if (lastStar >= 0) {
				taken += Character.charCount(key.codePointAt(taken));
				at = taken;
				part = lastStar + 1;
			}
			else {
				return false;
			}
		}
		while (part < this.parts.length && this.parts[part] == ANY_TEXT) {
			part++;
		}
		return part == this.parts.length;
	}

	/**
	 * Returns the pattern as it was written.
	 */
	@Override
	public String toString() {
		return this.text;
	}

}
