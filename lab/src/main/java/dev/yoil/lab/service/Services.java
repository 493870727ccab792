package dev.yoil.lab.service;

import dev.yoil.lab.result.Machine;

/**
 * Starts services, one at a time. Thread-safe. Whatever was started is ended with
 * {@link #close()}, at the latest.
 */
public interface Services extends AutoCloseable {

	/**
	 * Starts the service as a process of its own, on free ports of the loopback
	 * interface, with a database that is filled.
	 * @param settings how
	 * @return the service, once it is ready
	 * @throws dev.yoil.lab.LabException if it cannot be started: no jar, a wrong setting,
	 * no database
	 */
	Service start(ServiceSettings settings);

	/**
	 * Tells where experiments are run.
	 * @param generator the load generator with its version
	 * @return what is known of the machine
	 */
	Machine machine(String generator);

	/**
	 * Ends all that was started and removes what it left behind.
	 */
	@Override
	void close();

}
