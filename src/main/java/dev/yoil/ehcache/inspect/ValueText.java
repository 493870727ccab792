package dev.yoil.ehcache.inspect;

import org.jspecify.annotations.Nullable;

/**
 * A cached value as text to look at.
 *
 * @param text the text, cut if it is long
 * @param length the number of characters of the whole text
 */
public record ValueText(String text, long length) {

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
