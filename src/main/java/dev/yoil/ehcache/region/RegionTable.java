package dev.yoil.ehcache.region;

import java.util.Map;
import java.util.SortedSet;
import java.util.function.Consumer;

/**
 * Where all instances see the versions of regions. Thread-safe.
 */
public interface RegionTable {

	/**
	 * Tells whether what the calling thread raises now is committed, or not, together
	 * with its transaction.
	 */
	boolean isPartOfTransaction();

	/**
	 * Counts a change of regions: in the calling thread's transaction, or at once if
	 * there is none.
	 * @param regions their names; rows are locked in this order until the commit, which
	 * is the same for all so that none waits for one that waits for it
	 * @return the versions that this makes
	 * @throws org.springframework.dao.DataAccessException if that fails
	 */
	Map<String, RegionVersion> raise(SortedSet<String> regions);

	/**
	 * Counts a change of regions likewise, but in another thread, for a transaction that
	 * is over and still has its connection. Returns at once; tries until it succeeds, and
	 * then wakes the other instances.
	 * @param raised is told of the versions that this makes
	 */
	void raiseLater(SortedSet<String> regions, Consumer<Map<String, RegionVersion>> raised);

	/**
	 * Wakes the other instances. Returns at once, and fails silently: they look anyway.
	 * @param raised what was raised and is committed
	 */
	void wakeOthers(Map<String, RegionVersion> raised);

	/**
	 * Reads the versions of all regions as they are committed.
	 * @throws org.springframework.dao.DataAccessException if that fails
	 */
	Map<String, RegionVersion> read();

}
