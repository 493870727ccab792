package dev.yoil.representation;

import java.nio.charset.StandardCharsets;
import java.time.Clock;

import tools.jackson.databind.json.JsonMapper;

/**
 * A factory of {@link Representation representations}. Thread-safe.
 */
public final class Representations {

	/** Blocks have about 3 KB, and few of those in use change at a time. */
	private static final int REMEMBERED_BLOCKS = 2_048;

	private final JsonMapper mapper;

	private final Clock clock;

	private final boolean caching;

	private final Stopwatch stopwatch;

	private final Gzip gzip = new Gzip(REMEMBERED_BLOCKS);

	/**
	 * Creates a factory.
	 * @param mapper writes JSON
	 * @param clock provides creation times
	 * @param caching whether caches are enabled
	 * @param stopwatch measures serialization and compression
	 */
	public Representations(JsonMapper mapper, Clock clock, boolean caching, Stopwatch stopwatch) {
		this.mapper = mapper;
		this.clock = clock;
		this.caching = caching;
		this.stopwatch = stopwatch;
	}

	/**
	 * Creates the representation of a value.
	 * @throws tools.jackson.core.JacksonException if Jackson cannot serialize it
	 */
	public Representation of(Object value) {
		return new Representation(written(value), SentAs.JSON, this.clock.instant());
	}

	/**
	 * Creates the representation of a value to be cached. It is compressed at once, so
	 * that no client waits for compression; if caching is disabled, on first use.
	 * @throws tools.jackson.core.JacksonException if Jackson cannot serialize it
	 */
	public Representation kept(Object value) {
		return kept(written(value), SentAs.JSON);
	}

	/**
	 * Creates the representation of a text.
	 * @param sentAs the headers of its responses
	 */
	public Representation of(String text, SentAs sentAs) {
		return new Representation(text.getBytes(StandardCharsets.UTF_8), sentAs, this.clock.instant());
	}

	/**
	 * Creates the representation of a text to be cached, compressed at once.
	 * @param sentAs the headers of its responses
	 */
	public Representation kept(String text, SentAs sentAs) {
		return kept(text.getBytes(StandardCharsets.UTF_8), sentAs);
	}

	/**
	 * Deserializes the value of a JSON representation.
	 * @param <T> the type of the value
	 * @throws tools.jackson.core.JacksonException if the value has another type
	 */
	public <T> T read(Representation representation, Class<T> type) {
		return this.mapper.readValue(representation.bytes(ContentCoding.IDENTITY), type);
	}

	private Representation kept(byte[] text, SentAs sentAs) {
		return this.caching ? new Representation(text, this.stopwatch.measure(() -> this.gzip.compress(text)), sentAs,
				this.clock.instant()) : new Representation(text, sentAs, this.clock.instant());
	}

	private byte[] written(Object value) {
		return this.stopwatch.measure(() -> this.mapper.writeValueAsBytes(value));
	}

}
