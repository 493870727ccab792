package dev.yoil.ehcache.internal.inspect;

import java.util.regex.Pattern;

/**
 * A case-sensitive pattern of whole keys as text: {@code *} for any text, {@code ?} for
 * one code point, and a backslash before a character that stands for itself.
 * <p>
 * Immutable. The time of a match is at most proportional to the length of the text times
 * that of the pattern.
 */
public final class KeyPattern {

	private static final int LONGEST = 1_000;

	private final String text;

	private final Pattern expression;

	private KeyPattern(String text) {
		this.text = text;
		this.expression = Pattern.compile(expression(text), Pattern.DOTALL);
	}

	/**
	 * Parses a pattern.
	 * @throws IllegalArgumentException if it is empty or has more than 1,000 characters
	 */
	public static KeyPattern of(String text) {
		if (text.isEmpty()) {
			throw new IllegalArgumentException("The pattern is empty. Write * to match every key.");
		}
		int characters = text.codePointCount(0, text.length());
		if (characters > LONGEST) {
			throw new IllegalArgumentException("The pattern has " + characters + " characters. Write up to " + LONGEST
					+ ", with * for the rest, or use 'key' for a long key.");
		}
		return new KeyPattern(text);
	}

	/**
	 * Translates into a regular expression. All parts but the last are atomic groups,
	 * which match the first place they can: this is sufficient, and avoids backtracking.
	 */
	private static String expression(String text) {
		StringBuilder done = new StringBuilder();
		StringBuilder part = new StringBuilder();
		boolean escaped = false;
		for (int character : text.codePoints().toArray()) {
			if (escaped) {
				part.append(quoted(character));
				escaped = false;
			}
			else {
				switch (character) {
					case '\\' -> escaped = true;
					case '?' -> part.append('.');
					case '*' -> {
						done.append("(?>").append(part).append(')');
						part = new StringBuilder(".*?");
					}
					default -> part.append(quoted(character));
				}
			}
		}
		// A backslash at the end stands for itself.
		return done.append(part).append(escaped ? "\\\\" : "").toString();
	}

	private static String quoted(int character) {
		return "\\x{" + Integer.toHexString(character) + "}";
	}

	/**
	 * {@return whether a whole text matches}
	 */
	public boolean matches(String key) {
		return this.expression.matcher(key).matches();
	}

	/** Returns the pattern as it was written. */
	@Override
	public String toString() {
		return this.text;
	}

}
