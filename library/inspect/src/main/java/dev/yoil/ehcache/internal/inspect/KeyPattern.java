package dev.yoil.ehcache.internal.inspect;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A case-sensitive pattern of whole keys as text: {@code *} for any text, {@code ?} for
 * one code point, and a backslash before a character that stands for itself.
 * <p>
 * Immutable. The time of a match is at most proportional to the length of the text times
 * that of the pattern.
 */
public final class KeyPattern {

	private static final int LONGEST = 1_000;

	/** A backslash at the end stands for itself. */
	private static final Pattern CHARACTER = Pattern.compile("\\\\?.", Pattern.DOTALL);

	/** Ends the part before it. */
	private static final String ANY_TEXT = ")(?>.*?";

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
		String parts = CHARACTER.matcher(text).results().map((found) -> switch (found.group()) {
			case "*" -> ANY_TEXT;
			case "?" -> ".";
			default -> "\\x{" + Integer.toHexString(found.group().codePointBefore(found.group().length())) + "}";
		}).collect(Collectors.joining("", "(?>", ")"));
		int last = Math.max(parts.lastIndexOf(ANY_TEXT), 0);
		return parts.substring(0, last) + parts.substring(last).replace("(?>", "(?:");
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
