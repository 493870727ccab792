package dev.yoil.ehcache.internal.web;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.yoil.ehcache.internal.inspect.EntrySnapshot;
import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;

/**
 * One key on all instances, at about the same time.
 *
 * @param key the text of the key
 * @param versions the numbers of the versions of its regions in the database: 0 for a
 * region that was never changed; {@code null} if the database did not answer in time
 * @param nodes the instances, in the order of their addresses
 * @param differing in what those that answer differ
 */
record ClusterKeySnapshot(String key, @Nullable Map<String, Long> versions, List<KeyOnNode> nodes,
		Set<Difference> differing) {

	/** In what instances can differ. */
	enum Difference {

		/** Some have the cache, others do not. */
		CACHE,

		/** Some have an entry, others have none. */
		ENTRY,

		/** Their values are not the same. */
		VALUE,

		/** The time of some entries is over, that of others is not. */
		EXPIRED,

		/** They know other versions of a region, or not those of the database. */
		VERSIONS,

		/** Some bypass the cache. */
		BYPASSED

	}

	/**
	 * One instance.
	 *
	 * @param node what is known of it
	 * @param cached whether it has that cache
	 * @param entry the entry, without its value; {@code null} if there is none
	 * @param ageMillis how long its value has been stored, in milliseconds; {@code null}
	 * without an entry
	 * @param digest the same where the text of the value is the same; {@code null}
	 * without an entry
	 * @param tierLeftMillis how long the shared tier has yet the value that it would find
	 * there, in milliseconds; {@code null} if that is none, or not known
	 * @param versions the numbers of the versions that it has acted upon, by region
	 * @param behind whether one of them is lower than the database's
	 * @param bypassed since when it bypasses the cache, and by whom; {@code null} if it
	 * does not
	 */
	record KeyOnNode(ClusterNodeSnapshot node, boolean cached, @Nullable EntrySnapshot entry, @Nullable Long ageMillis,
			@Nullable String digest, @Nullable Long tierLeftMillis, Map<String, Long> versions, boolean behind,
			@Nullable Bypass bypassed) {
	}

}
