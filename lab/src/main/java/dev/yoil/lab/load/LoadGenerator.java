package dev.yoil.lab.load;

import java.net.URI;
import java.util.function.Consumer;

import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Second;

/**
 * Puts load on a service. One load at a time; {@link #stop()} may be called by any
 * thread.
 */
public interface LoadGenerator {

	/**
	 * Puts load on a service until all stages are over, all requests of
	 * {@link Load.Model#ONCE} are answered or given up, or until it is stopped.
	 * @param load what to do
	 * @param service where it is: scheme, loopback address and port
	 * @param listener told of each second when it is over, by a thread of the generator's
	 * @return what was measured, also if it was stopped
	 * @throws dev.yoil.lab.LabException if the load cannot be made
	 */
	LoadResult run(Load load, URI service, Consumer<Second> listener);

	/**
	 * Ends the load that is under way, if there is one, within a second.
	 */
	void stop();

}
