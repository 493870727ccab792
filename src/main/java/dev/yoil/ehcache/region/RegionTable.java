package dev.yoil.ehcache.region;

import java.util.Map;
import java.util.SortedSet;
import java.util.function.Consumer;

/**
 * The table in which all instances see the versions of regions. Thread-safe.
 */
public interface RegionTable {

	/**
	 * The name of a row that is no region and always exists. Its tag identifies the
	 * database, and is the secret from which the instances derive their signing keys.
	 */
	String SECRET = "#token";

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
	Map<String, RegionVersion> increment(SortedSet<String> regions);

	/**
	 * Increments the versions of regions in another thread, retries until it succeeds,
	 * and then wakes the other instances. Returns at once.
	 * @param listener receives the new versions
	 */
	void incrementLater(SortedSet<String> regions, Consumer<Map<String, RegionVersion>> listener);

	/**
	 * Wakes the other instances. Returns at once. A failure is not reported, because they
	 * poll anyway.
	 * @param committed the committed versions
	 */
	void wakeOthers(Map<String, RegionVersion> committed);

	/**
	 * Reads the committed versions of all regions.
	 * @throws org.springframework.dao.DataAccessException if that fails
	 */
	Map<String, RegionVersion> read();

}
