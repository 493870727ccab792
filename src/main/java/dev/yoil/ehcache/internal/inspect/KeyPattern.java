package dev.yoil.ehcache.internal.inspect;

import java.util.regex.Pattern;

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

	private static final int LONGEST = 1_000;

	private final String text;

	private final Pattern expression;

	private KeyPattern(String text) {
		this.text = text;
		this.expression = Pattern.compile(expression(text), Pattern.DOTALL);
	}

	/**
	 * Reads a pattern.
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
		return new KeyPattern(text);
	}

	/**
	 * Each part that another one follows stays where it is first found, as an atomic
	 * group: whatever an earlier {@code *} could take instead, the last one can.
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
		// At the end a backslash has nothing to escape and is itself.
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
