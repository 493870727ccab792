package dev.yoil.representation;

import java.nio.charset.StandardCharsets;
import java.time.Clock;

import tools.jackson.databind.json.JsonMapper;

/**
 * Makes {@link Representation representations}. Thread-safe.
 */
public final class Representations {

	/** Of 3 KB each, as a rule; of those in use, hardly any changes at once. */
	private static final int REMEMBERED_BLOCKS = 2_048;

	private final JsonMapper mapper;

	private final Clock clock;

	private final boolean caching;

	private final Stopwatch stopwatch;

	private final Gzip gzip = new Gzip(REMEMBERED_BLOCKS);

	/**
	 * Creates a maker.
	 * @param mapper writes the JSON
	 * @param clock tells when a representation was made
	 * @param caching whether there are caches that keep what is made to be kept
	 * @param stopwatch measures the making
	 */
	public Representations(JsonMapper mapper, Clock clock, boolean caching, Stopwatch stopwatch) {
		this.mapper = mapper;
		this.clock = clock;
		this.caching = caching;
		this.stopwatch = stopwatch;
	}

	/**
	 * Makes the representation of a value.
	 * @throws tools.jackson.core.JacksonException if Jackson cannot write it
	 */
	public Representation of(Object value) {
		return new Representation(written(value), SentAs.JSON, this.clock.instant());
	}

	/**
	 * Makes the representation of a value that is going to be cached: it is compressed at
	 * once, so that no reader waits for that. With caching switched off it is compressed
	 * only for who wants it so.
	 * @throws tools.jackson.core.JacksonException if Jackson cannot write it
	 */
	public Representation kept(Object value) {
		return kept(written(value), SentAs.JSON);
	}

	/**
	 * Makes the representation of a text.
	 * @param sentAs what its answers say besides
	 */
	public Representation of(String text, SentAs sentAs) {
		return new Representation(text.getBytes(StandardCharsets.UTF_8), sentAs, this.clock.instant());
	}

	/**
	 * Makes the representation of a text that is going to be cached, compressed likewise.
	 * @param sentAs what its answers say besides
	 */
	public Representation kept(String text, SentAs sentAs) {
		return kept(text.getBytes(StandardCharsets.UTF_8), sentAs);
	}

	/**
	 * Reads the value that a representation was made of.
	 * @param representation one of JSON
	 * @param <T> the type of the value
	 * @return an equal value
	 * @throws tools.jackson.core.JacksonException if it was made of another type
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
