package dev.yoil.ehcache.spi;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A cached value as text.
 *
 * @param text the text, cut if it is long
 * @param length the number of characters of the whole text
 * @param details more about the value, by name
 */
public record ValueText(String text, long length, Map<String, @Nullable Object> details) {

	/** Default maximum length of a text, in characters. */
	public static final int SHOWN = 1_000;

	/**
	 * Creates a text without details.
	 */
	public ValueText(String text, long length) {
		this(text, length, Map.of());
	}

	/**
	 * Renderer of cached values as text. Of several beans, the first that does not return
	 * {@code null} renders a value. Implementations are thread-safe, change nothing and
	 * never throw.
	 */
	@FunctionalInterface
	public interface Renderer {

		/**
		 * Renders a value.
		 * @param value the value; {@code null} for a cached {@code null}
		 * @param most the maximum length of the text, from 1
		 * @return the text; {@code null} to leave the value to the next renderer
		 */
		@Nullable ValueText render(@Nullable Object value, int most);

		/**
		 * Returns the number of bytes of a value as it is sent. If that is unknown,
		 * returns the number of characters of its text.
		 * @param value the value; {@code null} for a cached {@code null}
		 * @return the size; {@code null} to leave the value to the next renderer
		 */
		default @Nullable Long size(@Nullable Object value) {
			ValueText text = render(value, 1);
			return (text != null) ? text.length() : null;
		}

	}

}
