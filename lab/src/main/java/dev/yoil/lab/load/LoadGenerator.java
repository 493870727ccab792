package dev.yoil.lab.load;

import java.net.URI;
import java.util.function.Consumer;

import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Second;

/**
 * Generates load, one load at a time. {@link #stop()} may be called by any thread.
 */
public interface LoadGenerator {

	/**
	 * Runs a load until all stages are over and all requests of {@link Load.Model#ONCE}
	 * have ended, or until it is stopped.
	 * @param load the load
	 * @param service scheme, loopback address and port
	 * @param listener called with each second by a thread of the generator
	 * @return the measurements, also if it was stopped
	 * @throws dev.yoil.lab.LabException if the load is invalid
	 */
	LoadResult run(Load load, URI service, Consumer<Second> listener);

	/**
	 * Stops the current load within a second.
	 */
	void stop();

}
