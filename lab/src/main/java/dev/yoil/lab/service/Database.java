package dev.yoil.lab.service;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ObjIntConsumer;

/**
 * The database of one service, or of a simulated cluster.
 */
public interface Database extends AutoCloseable {

	/**
	 * Returns the properties with which the service uses it.
	 * @return names and values, with a JDBC URL and a user
	 */
	Map<String, String> properties();

	/**
	 * Returns the CPU seconds it used.
	 * @return empty if unknown or part of the service
	 */
	OptionalDouble cpu();

	/** Stops it, so that it does not answer. */
	void stop();

	/** Resumes it; does nothing if it was not stopped. */
	void resume();

	/**
	 * Ends all connections.
	 * @throws IllegalStateException if it is part of the service
	 */
	default void disconnect() {
		throw new IllegalStateException("H2 is part of the service: use PostgreSQL");
	}

	/**
	 * Lets new transactions only read, or lets them write again. Ends all connections.
	 * @throws IllegalStateException if it is part of the service
	 */
	default void refuseWrites(boolean refuse) {
		throw new IllegalStateException("H2 is part of the service: use PostgreSQL");
	}

	/**
	 * Copies it, and ends all connections. There is no copy before.
	 * @throws IllegalStateException if it is part of the service
	 */
	default void backUp() {
		throw new IllegalStateException("H2 is part of the service: use PostgreSQL");
	}

	/**
	 * Becomes its copy, and ends all connections.
	 * @throws IllegalStateException if it is part of the service
	 */
	default void restore() {
		throw new IllegalStateException("H2 is part of the service: use PostgreSQL");
	}

	@Override
	void close();

	/**
	 * A source of databases of one kind. It fills one database per number of webtoons and
	 * copies that.
	 */
	interface Source extends AutoCloseable {

		/**
		 * Returns a filled database.
		 * @param filling fills an empty database and closes it, if there is none to copy
		 */
		Database open(int webtoons, ObjIntConsumer<Database> filling);

		@Override
		void close();

	}

}
