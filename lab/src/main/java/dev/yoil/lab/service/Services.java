package dev.yoil.lab.service;

import dev.yoil.lab.result.Machine;

/**
 * Starts services or databases, one at a time. Thread-safe.
 */
public interface Services extends AutoCloseable {

	/**
	 * Starts the service with a filled database, on the loopback interface.
	 * @param settings of the service
	 * @return the service, once it is ready
	 * @throws dev.yoil.lab.LabException if it does not start
	 */
	Service start(ServiceSettings settings);

	/**
	 * Starts PostgreSQL without a service, and creates an empty database.
	 * @return the database, to be closed by the caller
	 * @throws dev.yoil.lab.LabException if it does not start
	 */
	Database startDatabase();

	/**
	 * Returns the facts of this machine.
	 * @param generator load generator with its version
	 * @return the machine
	 */
	Machine machine(String generator);

	/**
	 * Ends all processes and removes their files.
	 */
	@Override
	void close();

}
