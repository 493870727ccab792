package dev.yoil.representation;

import java.time.Clock;

import tools.jackson.databind.json.JsonMapper;

/**
 * Makes {@link Representation representations}. Thread-safe.
 */
public final class Representations {

	private final JsonMapper mapper;

	private final Clock clock;

	/**
	 * Creates a maker.
	 * @param mapper writes the JSON
	 * @param clock tells when a representation was made
	 */
	public Representations(JsonMapper mapper, Clock clock) {
		this.mapper = mapper;
		this.clock = clock;
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

}
