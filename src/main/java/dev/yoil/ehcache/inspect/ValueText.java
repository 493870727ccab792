package dev.yoil.ehcache.inspect;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A cached value as text to look at.
 *
 * @param text the text, cut if it is long
 * @param length the number of characters of the whole text
 * @param details what else there is to say of it, by name; empty if nothing
 */
public record ValueText(String text, long length, Map<String, @Nullable Object> details) {

	/**
	 * How many characters are shown of a value.
	 */
	public static final int SHOWN = 1_000;

	/**
	 * Creates a text of which there is nothing else to say.
	 * @param text the text, cut if it is long
	 * @param length the number of characters of the whole text
	 */
	public ValueText(String text, long length) {
		this(text, length, Map.of());
	}

	/**
	 * Cuts a text to what is shown, but never through the middle of a character.
	 * @param text any text
	 * @return its beginning
	 */
	public static String cut(String text) {
		if (text.length() <= SHOWN) {
			return text;
		}
		return text.substring(0, Character.isHighSurrogate(text.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN);
	}

	/**
	 * Turns cached values into text. Implementations are thread-safe, change nothing and
	 * never fail, whatever the value.
	 */
	@FunctionalInterface
	public interface Renderer {

		/**
		 * Turns a value into text.
		 * @param value the value; {@code null} if that is what was cached
		 * @return its text
		 */
		ValueText render(@Nullable Object value);

	}

}
