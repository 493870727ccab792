package dev.yoil.representation;

import java.time.Clock;

import tools.jackson.databind.json.JsonMapper;

/**
 * Makes {@link Representation representations}. Thread-safe.
 */
public final class Representations {

	private final JsonMapper mapper;

	private final Clock clock;

	private final boolean caching;

	/**
	 * Creates a maker.
	 * @param mapper writes the JSON
	 * @param clock tells when a representation was made
	 * @param caching whether there are caches that keep what is made to be kept
	 */
	public Representations(JsonMapper mapper, Clock clock, boolean caching) {
		this.mapper = mapper;
		this.clock = clock;
		this.caching = caching;
	}

	/**
	 * Makes the representation of a value.
	 * @param value what Jackson can write
	 * @return its representation
	 * @throws tools.jackson.core.JacksonException if Jackson cannot write it
	 */
	public Representation of(Object value) {
		return Representation.ofOwn(this.mapper.writeValueAsBytes(value), this.clock.instant());
	}

	/**
	 * Makes the representation of a value that is going to be cached: it is compressed at
	 * once, so that no reader waits for that. With caching switched off it is compressed
	 * only for who wants it so.
	 * @param value what Jackson can write
	 * @return its representation
	 * @throws tools.jackson.core.JacksonException if Jackson cannot write it
	 */
	public Representation kept(Object value) {
		Representation representation = of(value);
		if (this.caching) {
			representation.bytes(ContentCoding.GZIP);
		}
		return representation;
	}

}
