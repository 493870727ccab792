package dev.yoil.ehcache.internal;

import java.util.function.Supplier;

import io.micrometer.observation.Observation;

/**
 * The context of the observation of a caller that waits for another caller's load.
 */
public final class JoinedLoad extends Observation.Context {

	private final Supplier<Observation.ContextView> load;

	/**
	 * Creates a context.
	 * @param load returns the context of the load, once that has begun
	 */
	public JoinedLoad(Supplier<Observation.ContextView> load) {
		this.load = load;
	}

	/**
	 * {@return the context of the observation of the load; an empty one if it is not
	 * observed}
	 */
	public Observation.ContextView load() {
		return this.load.get();
	}

}
