package dev.yoil.lab.service;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A process of a service, for faults. Thread-safe, but for one fault at a time.
 */
public interface Instance {

	/**
	 * Returns its own address, without the proxy.
	 * @return scheme, loopback address and port
	 */
	URI address();

	/**
	 * Ends it without a chance to do anything more, as {@code kill -9} does.
	 */
	void kill();

	/**
	 * Ends it with a {@code SIGTERM}.
	 * @return false if it took more than ten seconds, and was killed
	 */
	boolean end();

	/**
	 * Starts it again on its port, and waits until it is ready.
	 * @throws dev.yoil.lab.LabException if it does not start
	 */
	void start();

	/**
	 * Sends a {@code SIGSTOP}.
	 */
	void suspend();

	/**
	 * Sends a {@code SIGCONT}.
	 */
	void resume();

	/**
	 * Lets it open only few more files and connections, or as many as before.
	 * @throws IllegalStateException if the system cannot limit a running process
	 */
	void limitHandles(boolean few);

	/**
	 * Lets it write nothing more to files until it ends, as on a full disk.
	 * @throws IllegalStateException if the system cannot limit a running process
	 */
	void fillDisk();

	/**
	 * Sets its clock forward, or back to the right time.
	 * @param by from the right time; may be negative
	 * @throws dev.yoil.lab.LabException without an answer
	 */
	void setClock(Duration by);

	/**
	 * Returns whether it is ready to get requests.
	 * @return false also without an answer
	 */
	boolean isReady();

	/**
	 * Reads metrics.
	 * @param names names of metrics
	 * @return the sum of each over its labels; without those that are missing
	 */
	Map<String, Double> metrics(String... names);

	/**
	 * Collects garbage, and returns the bytes of the heap that are still in use.
	 * @return empty without an answer
	 */
	OptionalDouble liveHeap();

	/**
	 * Returns the warnings and errors in its log since the last call.
	 * @return lines
	 */
	List<String> warnings();

	/**
	 * Begins a flight recording that keeps the last five minutes.
	 */
	void record();

	/**
	 * Writes its log, a thread dump and the flight recording, as far as it answers.
	 * @param folder for the files
	 */
	void dump(Path folder);

	/**
	 * Returns why it ended by itself.
	 * @return empty while it runs
	 */
	String died();

}
