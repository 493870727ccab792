package dev.yoil.ehcache.internal;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Keys and values as text to look at. One key that cannot be shown must not hide all
 * others.
 */
public final class KeyText {

	/** How many characters of a text a log shows. */
	private static final int LOGGED = 100;

	private static final int RECORDED = 196;

	/** What could end the quotes or the line, or hide what follows. */
	private static final Pattern UNSAFE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}'\\\\]");

	private KeyText() {
	}

	/**
	 * {@return the text of a key, which can be written as JSON, or one that says why
	 * there is none}
	 */
	public static String of(Object key) {
		try {
			// Some return none, whatever they should.
			return wellFormed(String.valueOf((Object) key.toString()));
		}
		catch (RuntimeException | StackOverflowError ex) {
			return "a key of type " + key.getClass().getName() + " that cannot be shown as text";
		}
	}

	/** A key as it may be written into a line of a log. */
	public static String logged(@Nullable Object key) {
		return (key != null) ? quoted(of(key)) : "null";
	}

	/** As much of a key as a flight recording is told. */
	public static String recorded(Object key) {
		return shortened(of(key), RECORDED);
	}

	/**
	 * Replaces each half of a surrogate pair, which has no form in UTF-8, by U+FFFD, as
	 * the JDK's encoders of UTF-16 do.
	 */
	public static String wellFormed(String text) {
		return text.chars().anyMatch((unit) -> Character.isSurrogate((char) unit))
				? new String(text.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE) : text;
	}

	/**
	 * A text as it may be written into a line of a log: shortened, in quotes, and without
	 * anything that could end the quotes or the line, or hide what follows.
	 */
	public static String quoted(String text) {
		String cut = cut(text, LOGGED);
		String quoted = "'"
				+ UNSAFE.matcher(cut).replaceAll((unsafe) -> Matcher.quoteReplacement(escaped(unsafe.group()))) + "'";
		return (cut.length() < text.length()) ? quoted + "... (" + text.length() + " characters)" : quoted;
	}

	/**
	 * Cuts a text, but never through the middle of a character.
	 * @param most how many characters to leave at most, from 1
	 */
	public static String cut(String text, int most) {
		if (text.length() <= most) {
			return text;
		}
		return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
	}

	/**
	 * Cuts a text likewise, and adds dots if it did.
	 */
	public static String shortened(String text, int most) {
		String cut = cut(text, most);
		return (cut.length() < text.length()) ? cut + " ..." : text;
	}

	private static String escaped(String unsafe) {
		return (unsafe.equals("'") || unsafe.equals("\\")) ? "\\" + unsafe
				: "\\u{" + Integer.toHexString(unsafe.codePointAt(0)) + "}";
	}

}
