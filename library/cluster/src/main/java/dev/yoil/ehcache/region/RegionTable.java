package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;

/**
 * The table in which all instances see the versions of regions. Thread-safe.
 */
public interface RegionTable extends RegionReader {

	/**
	 * The name of a row that is no region and always exists. Its tag identifies the
	 * database, and is the secret from which the instances derive their signing keys.
	 */
	String SECRET = "#token";

	/**
	 * The name of a row that is no region. Its number is the
	 * {@linkplain RegionRead#horizon() horizon}.
	 */
	String HORIZON = "#horizon";

	/**
	 * {@return whether an increment by the calling thread belongs to its transaction}
	 */
	boolean isPartOfTransaction();

	/**
	 * Increments the versions of regions: in the calling thread's transaction, or at once
	 * if there is none.
	 * @param regions the names; rows are locked in this order, the same for all
	 * transactions, to avoid deadlocks
	 * @return the new versions
	 * @throws org.springframework.dao.DataAccessException if that fails
	 */
	Map<String, RegionIncrement> increment(SortedSet<String> regions);

	/**
	 * Runs a task once, where it can increment: after the delay, in a thread that is in
	 * no transaction, or in the calling thread if the table needs no connection. Drops
	 * the task if the table is closed before.
	 * @return {@code false} if it is closed already
	 */
	boolean runLater(Runnable task, Duration delay);

	/**
	 * Wakes the other instances. Returns at once. A failure is not reported, because they
	 * poll anyway.
	 * @param committed the committed versions
	 */
	void wakeOthers(Map<String, RegionVersion> committed);

	/**
	 * {@return the committed versions of all regions}
	 * @throws org.springframework.dao.DataAccessException if they cannot be read
	 */
	default Map<String, RegionVersion> read() {
		Map<String, RegionVersion> all = new HashMap<>();
		read(null, all::putAll);
		return all;
	}

	/**
	 * Removes the rows that have not changed for the longest time, and moves the
	 * {@linkplain RegionRead#horizon() horizon}. For the table of a single instance.
	 * @param kept the number of rows that stay
	 * @throws org.springframework.dao.DataAccessException if that fails
	 */
	void prune(int kept);

}
