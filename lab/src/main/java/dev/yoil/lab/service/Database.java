package dev.yoil.lab.service;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * The database of one service.
 */
interface Database extends AutoCloseable {

	/**
	 * Returns what the service must be told to use it, by the names of properties.
	 */
	Map<String, String> properties();

	/**
	 * Tells how much time of processors it has used, in seconds.
	 * @return empty if it is not a process of its own, or that is not known
	 */
	OptionalDouble cpu();

	/**
	 * Stops it, so that it does not answer any more.
	 * @throws IllegalStateException if it cannot be stopped
	 */
	void stop();

	/**
	 * Lets it go on; nothing if it was not stopped.
	 */
	void resume();

	/**
	 * Removes it, when its service has ended.
	 */
	@Override
	void close();

}
