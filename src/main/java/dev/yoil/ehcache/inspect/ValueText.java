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

	/** How many characters are shown of a value. */
	public static final int SHOWN = 1_000;

	/**
	 * Creates a text of which there is nothing else to say.
	 */
	public ValueText(String text, long length) {
		this(text, length, Map.of());
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
		 * @param most how many characters to show of it at most, from 1
		 * @return its text
		 */
		ValueText render(@Nullable Object value, int most);

		/**
		 * Tells how large a value is.
		 * @param value the value; {@code null} if that is what was cached
		 * @return the number of bytes it is sent as, or of characters where that is not
		 * known
		 */
		default long size(@Nullable Object value) {
			return render(value, 1).length();
		}

	}

}
