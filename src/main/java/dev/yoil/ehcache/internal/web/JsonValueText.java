package dev.yoil.ehcache.internal.web;

import java.io.Writer;

import dev.yoil.ehcache.inspect.ValueText;
import dev.yoil.ehcache.internal.KeyText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows cached values as the JSON that the service would answer with. A value that has no
 * JSON form is shown by its {@code toString}.
 */
public final class JsonValueText implements ValueText.Renderer {

	private final JsonMapper mapper;

	/**
	 * Creates a renderer of what a mapper writes.
	 */
	public JsonValueText(JsonMapper mapper) {
		this.mapper = mapper;
	}

	@Override
	public ValueText render(@Nullable Object value, int most) {
		Beginning beginning = new Beginning(most);
		try {
			this.mapper.writeValue(beginning, value);
			return beginning.text();
		}
		catch (JacksonException | StackOverflowError ex) {
			return described(value, most);
		}
	}

	private static ValueText described(@Nullable Object value, int most) {
		Beginning beginning = new Beginning(most);
		try {
			beginning.write(String.valueOf(value));
		}
		catch (RuntimeException | StackOverflowError ex) {
			beginning.write("a value of type " + ((value != null) ? value.getClass().getName() : "null")
					+ " that can be shown neither as JSON nor as text");
		}
		return beginning.text();
	}

	/**
	 * Keeps the beginning of what is written and counts the rest.
	 */
	private static final class Beginning extends Writer {

		private final StringBuilder kept = new StringBuilder();

		private final int most;

		private long length;

		Beginning(int most) {
			this.most = most;
		}

		@Override
		public void write(char[] characters, int offset, int count) {
			// One more than is shown tells that there is more.
			this.kept.append(characters, offset, Math.min(count, this.most + 1 - this.kept.length()));
			this.length += count;
		}

		@Override
		public void write(String text) {
			write(text.toCharArray(), 0, text.length());
		}

		ValueText text() {
			return new ValueText(KeyText.cut(this.kept.toString(), this.most), this.length);
		}

		@Override
		public void flush() {
			// Everything is in memory.
		}

		@Override
		public void close() {
			// Nothing is held open.
		}

	}

}
