package dev.yoil.ehcache.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The text of keys and values in logs, recordings and JSON. A key whose text cannot be
 * made gets a placeholder instead of an exception.
 */
public final class KeyText {

	private static final int LOGGED = 100;

	private static final int RECORDED = 196;

	private static final int DIGEST_BYTES = 8;

	/** Characters that could end the quotes or the line, or hide what follows. */
	private static final Pattern UNSAFE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}'\\\\]");

	private KeyText() {
	}

	/**
	 * {@return the text of a key, or a placeholder; it can be written as JSON}
	 */
	public static String of(Object key) {
		try {
			// A toString() that returns null becomes "null".
			return wellFormed(String.valueOf((Object) key.toString()));
		}
		catch (RuntimeException | StackOverflowError ex) {
			return "a key of type " + key.getClass().getName() + " that cannot be shown as text";
		}
	}

	/**
	 * {@return the text of a key for a line of a log}
	 */
	public static String logged(@Nullable Object key) {
		return (key != null) ? quoted(of(key)) : "null";
	}

	/**
	 * {@return the text of a key for a flight recording}
	 */
	public static String recorded(Object key) {
		return shortened(of(key), RECORDED);
	}

	/**
	 * {@return the first 16 hexadecimal digits of the SHA-256 of the text of a key: names
	 * the key without showing it}
	 */
	public static String digest(Object key) {
		try {
			byte[] hash = MessageDigest.getInstance("SHA-256").digest(of(key).getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex); // each Java platform has it
		}
	}

	/**
	 * Replaces each unpaired surrogate, which UTF-8 cannot encode, by U+FFFD.
	 */
	public static String wellFormed(String text) {
		return text.chars().anyMatch((unit) -> Character.isSurrogate((char) unit))
				? new String(text.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE) : text;
	}

	/**
	 * {@return a text for a line of a log: shortened, quoted, with unsafe characters
	 * escaped}
	 */
	public static String quoted(String text) {
		String cut = cut(text, LOGGED);
		String quoted = "'"
				+ UNSAFE.matcher(cut).replaceAll((unsafe) -> Matcher.quoteReplacement(escaped(unsafe.group()))) + "'";
		return (cut.length() < text.length()) ? quoted + "... (" + text.length() + " characters)" : quoted;
	}

	/**
	 * Cuts a text, but never within a surrogate pair.
	 * @param most the maximum length in characters, from 1
	 */
	public static String cut(String text, int most) {
		if (text.length() <= most) {
			return text;
		}
		return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
	}

	/**
	 * Cuts a text likewise, and appends dots if it was longer.
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
