package dev.yoil.lab.service;

import java.net.URI;
import java.util.List;

import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Sample;
import org.jspecify.annotations.Nullable;

/**
 * A service that was started. Thread-safe.
 */
public interface Service extends AutoCloseable {

	/**
	 * Tells where it is.
	 * @return scheme, loopback address and port, without a path
	 */
	URI address();

	/**
	 * Begins to watch it: once a second it is asked what it tells of itself, on a port
	 * that the load does not use.
	 */
	void watch();

	/**
	 * Ends what {@link #watch()} began.
	 * @return what it told meanwhile, in order of time; {@code at} counts from
	 * {@code watch()}
	 */
	List<Sample> watched();

	/**
	 * Tells what it counted since {@link #watch()}; waits, for at most five seconds,
	 * until it has counted the requests whose answers it is still writing.
	 * @return null if it cannot be asked any more
	 */
	@Nullable Counted counted();

	/**
	 * Empties all caches, as the administrator; none if they are off.
	 */
	void clearCaches();

	/**
	 * Stops its database, which keeps its connections and does not answer any more.
	 * @throws IllegalStateException if the database cannot be stopped, as H2
	 */
	void stopDatabase();

	/**
	 * Lets the database go on.
	 */
	void resumeDatabase();

	/**
	 * Stops the Redis by which its instances share what they load: it keeps its
	 * connections and does not answer any more.
	 * @return whether there is one
	 * @throws IllegalStateException if it cannot be stopped
	 */
	boolean stopRedis();

	/**
	 * Lets it go on.
	 * @return whether there is one
	 */
	boolean resumeRedis();

	/**
	 * Changes something that readers see, and looks at it.
	 * @throws dev.yoil.lab.LabException if it cannot be changed, or an instance does not
	 * show it to who changed it
	 */
	void change();

	/**
	 * Ends one of several instances, as an operator does who does not want it to be
	 * missed, and starts it again.
	 * @throws IllegalStateException if there is only one
	 * @throws dev.yoil.lab.LabException if it does not start again
	 */
	void restartInstance();

	/**
	 * Tells whether the process has ended by itself.
	 * @return null while it runs; else in one line with what status, and the last line of
	 * its log that tells why
	 */
	@Nullable String died();

	/**
	 * Returns the line of its log that tells most of what went wrong last.
	 * @return a line, also if nothing went wrong
	 */
	String lastWords();

	/**
	 * Ends it.
	 */
	@Override
	void close();

}
