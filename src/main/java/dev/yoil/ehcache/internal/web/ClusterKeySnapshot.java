package dev.yoil.ehcache.internal.web;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

import dev.yoil.ehcache.internal.cluster.ClusterNode;
import dev.yoil.ehcache.internal.inspect.EntrySnapshot;
import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;

/**
 * One key on all instances at about the same time.
 *
 * @param key the whole text of the key
 * @param nodes the instances, in the order of their addresses
 * @param differing in what those that answer differ
 */
record ClusterKeySnapshot(String key, List<KeyOnNode> nodes, Set<Difference> differing) {

	static ClusterKeySnapshot of(String key, List<KeyOnNode> nodes) {
		Set<Difference> differing = EnumSet.noneOf(Difference.class);
		List<KeyOnNode> told = nodes.stream().filter((one) -> one.node().answers()).toList();
		List<KeyOnNode> having = told.stream().filter(KeyOnNode::cached).toList();
		List<KeyOnNode> holding = having.stream().filter((one) -> one.entry() != null).toList();
		compare(differing, Difference.CACHE, told, KeyOnNode::cached);
		compare(differing, Difference.ENTRY, having, (one) -> one.entry() != null);
		compare(differing, Difference.VALUE, holding, KeyOnNode::digest);
		compare(differing, Difference.EXPIRED, holding, (one) -> one.entry() != null && one.entry().expired());
		compare(differing, Difference.VERSIONS, having.stream().filter((one) -> !one.versions().isEmpty()).toList(),
				KeyOnNode::versions);
		compare(differing, Difference.BYPASSED, having, (one) -> one.bypassed() != null);
		return new ClusterKeySnapshot(key, nodes, differing);
	}

	private static void compare(Set<Difference> differing, Difference difference, List<KeyOnNode> nodes,
			Function<KeyOnNode, @Nullable Object> what) {
		if (nodes.stream().map(what).distinct().count() > 1) {
			differing.add(difference);
		}
	}

	/** In what instances can differ, as {@code docs/inspection.md} explains. */
	enum Difference {

		CACHE, ENTRY, VALUE, EXPIRED, VERSIONS, BYPASSED

	}

	/**
	 * One instance.
	 *
	 * @param cached whether it has that cache
	 * @param entry the entry, without its value; {@code null} if there is none
	 * @param ageMillis how long its value has been stored, in milliseconds; {@code null}
	 * without an entry
	 * @param digest the same where the text of the value is the same; {@code null}
	 * without an entry
	 * @param tierLeftMillis how long the shared tier has yet the value that it would find
	 * there, in milliseconds; {@code null} if that is none, or not known
	 * @param versions the numbers of the versions that it has acted upon, by region;
	 * empty if it never had the key
	 * @param bypassed since when it bypasses the cache, and by whom; {@code null} if it
	 * does not
	 */
	record KeyOnNode(ClusterNode node, boolean cached, @Nullable EntrySnapshot entry, @Nullable Long ageMillis,
			@Nullable String digest, @Nullable Long tierLeftMillis, Map<String, Long> versions,
			@Nullable Bypass bypassed) {

		/** Refuses what no instance says. */
		KeyOnNode {
			Objects.requireNonNull(node);
			Objects.requireNonNull(versions);
		}

	}

}
