package dev.yoil.lab.service;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

import dev.yoil.lab.result.AppliedFinding;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Sample;
import org.jspecify.annotations.Nullable;

/**
 * A running service. Thread-safe.
 */
public interface Service extends AutoCloseable {

	/**
	 * Returns the address of the service.
	 * @return scheme, loopback address and port
	 */
	URI address();

	/**
	 * Returns the processes of the service, for faults.
	 * @return at least one
	 */
	List<Instance> instances();

	/**
	 * Returns the header {@code Authorization} of its administrator.
	 * @return a value for HTTP Basic
	 */
	String administrator();

	/**
	 * Starts to sample the service once a second, on a port that the load does not use.
	 */
	void watch();

	/**
	 * Stops sampling.
	 * @return the samples since {@link #watch()}, in order of time
	 */
	List<Sample> watched();

	/**
	 * Returns the counters since {@link #watch()}. Waits for at most five seconds until
	 * the service has counted the requests in flight.
	 * @return null if the service does not answer
	 */
	@Nullable Counted counted();

	/**
	 * Empties all caches; does nothing if they are off.
	 */
	void clearCaches();

	/**
	 * Stops the database: it keeps its connections and does not answer.
	 * @throws IllegalStateException if the database cannot be stopped, as H2
	 */
	void stopDatabase();

	/**
	 * Resumes the database.
	 */
	void resumeDatabase();

	/**
	 * Ends all connections of the database.
	 * @throws IllegalStateException if the database is part of the service, as H2
	 */
	default void disconnectDatabase() {
		throw new IllegalStateException("only for a soak");
	}

	/**
	 * Has the database refuse writes, or accept them again.
	 * @throws IllegalStateException if the database is part of the service, as H2
	 */
	default void refuseWrites(boolean refuse) {
		throw new IllegalStateException("only for a soak");
	}

	/**
	 * Copies the database, and ends all its connections.
	 * @throws IllegalStateException if the database is part of the service, as H2
	 */
	default void backUpDatabase() {
		throw new IllegalStateException("only for a soak");
	}

	/**
	 * Replaces the database by its copy, and ends all its connections.
	 * @throws IllegalStateException if the database is part of the service, as H2
	 */
	default void restoreDatabase() {
		throw new IllegalStateException("only for a soak");
	}

	/**
	 * Stops Redis: it keeps its connections and does not answer.
	 * @return whether there is one
	 * @throws IllegalStateException if it cannot be stopped
	 */
	boolean stopRedis();

	/**
	 * Resumes Redis.
	 * @return whether there is one
	 */
	boolean resumeRedis();

	/**
	 * Returns what PostgreSQL is reached through.
	 * @throws IllegalStateException if nothing is relayed
	 */
	default Relay databaseRelay() {
		throw new IllegalStateException("only for a soak");
	}

	/**
	 * Returns what the edge is purged through.
	 * @throws IllegalStateException if nothing is relayed
	 */
	default Relay purgeRelay() {
		throw new IllegalStateException("only for a soak");
	}

	/**
	 * Ends the proxy, and starts it again; an edge loses what it has stored.
	 * @throws IllegalStateException if there is none
	 */
	default void restartProxy() {
		throw new IllegalStateException("only for a soak");
	}

	/**
	 * Edits a capacity in {@link ServiceSettings#EHCACHE_SOAK}.
	 */
	default void editConfiguration() {
		throw new IllegalStateException("only for a soak");
	}

	/**
	 * Damages the disk tiers of {@link ServiceSettings#EHCACHE_SOAK}.
	 */
	default void damageDisk() {
		throw new IllegalStateException("only for a soak");
	}

	/**
	 * Changes what readers see, and checks that the author of the change sees it.
	 * @throws dev.yoil.lab.LabException if the change fails or is not seen
	 */
	void change();

	/**
	 * Changes the first page of a day, and reads it.
	 * @return what its author sees
	 * @throws dev.yoil.lab.LabException if the change fails
	 */
	PageChange changePage();

	/**
	 * Takes one of several instances out of the proxy, restarts it, and puts it back.
	 * @throws IllegalStateException if there is only one
	 * @throws dev.yoil.lab.LabException if it does not start again
	 */
	void restartInstance();

	/**
	 * Ends a single instance while it gets requests, and starts it again. Its counters
	 * are kept, except for those of its last moment.
	 * @param kill true for a {@code kill -9}, false for a {@code SIGTERM}
	 * @throws IllegalStateException if there is a proxy
	 * @throws dev.yoil.lab.LabException if it does not start again
	 */
	void restartUnderLoad(boolean kill);

	/**
	 * Applies the capacity that a finding suggests while the service runs: edits the line
	 * of the cache configuration that the finding names, and has the service apply it.
	 * @return the change, with the prediction of the service
	 * @throws dev.yoil.lab.LabException if there is no such finding, or the service does
	 * not apply the change
	 */
	AppliedFinding applyFinding();

	/**
	 * Returns why a process of the service ended by itself.
	 * @return one line with its status; null while it runs
	 */
	@Nullable String died();

	/**
	 * Returns the line of the log that says most about the last problem.
	 * @return a line, also without a problem
	 */
	String lastWords();

	/**
	 * Writes what tells why something went wrong, as far as there is an answer.
	 * @param folder for the files
	 */
	default void dump(Path folder) {
		instances().forEach((instance) -> instance.dump(folder));
	}

	/**
	 * Ends the service.
	 */
	@Override
	void close();

}
