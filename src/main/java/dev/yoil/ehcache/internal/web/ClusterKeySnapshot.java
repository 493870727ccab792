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
 * A key on all instances.
 *
 * @param key the text of the key
 * @param nodes the instances, ordered by URL
 * @param differing the properties in which the instances that answer differ
 */
record ClusterKeySnapshot(String key, List<KeyOnNode> nodes, Set<Difference> differing) {

	static ClusterKeySnapshot of(String key, List<KeyOnNode> nodes) {
		Set<Difference> differing = EnumSet.noneOf(Difference.class);
		List<KeyOnNode> answering = nodes.stream().filter((one) -> one.node().answers()).toList();
		List<KeyOnNode> caching = answering.stream().filter(KeyOnNode::cached).toList();
		List<KeyOnNode> holding = caching.stream().filter((one) -> one.entry() != null).toList();
		compare(differing, Difference.CACHE, answering, KeyOnNode::cached);
		compare(differing, Difference.ENTRY, caching, (one) -> one.entry() != null);
		compare(differing, Difference.VALUE, holding, KeyOnNode::digest);
		compare(differing, Difference.EXPIRED, holding, (one) -> one.entry() != null && one.entry().expired());
		compare(differing, Difference.VERSIONS, caching.stream().filter((one) -> !one.versions().isEmpty()).toList(),
				KeyOnNode::versions);
		compare(differing, Difference.BYPASSED, caching, (one) -> one.bypassed() != null);
		return new ClusterKeySnapshot(key, nodes, differing);
	}

	private static void compare(Set<Difference> differing, Difference difference, List<KeyOnNode> nodes,
			Function<KeyOnNode, @Nullable Object> property) {
		if (nodes.stream().map(property).distinct().count() > 1) {
			differing.add(difference);
		}
	}

	/** The differences that {@code docs/library/inspection.md} explains. */
	enum Difference {

		CACHE, ENTRY, VALUE, EXPIRED, VERSIONS, BYPASSED

	}

	/**
	 * A key on one instance.
	 *
	 * @param cached whether the instance has the cache
	 * @param entry the entry without its value; {@code null} if it is absent
	 * @param ageMillis the age of the value in milliseconds; {@code null} without an
	 * entry
	 * @param digest a hash of the text of the value; {@code null} without an entry
	 * @param tierLeftMillis the rest of the TTL of the value in the shared tier, in
	 * milliseconds; {@code null} if it is absent or unknown
	 * @param versions the known numbers of the versions, by region; empty if the instance
	 * has never had the key
	 * @param bypassed since when the cache is bypassed, and by which operator;
	 * {@code null} if it is not
	 */
	record KeyOnNode(ClusterNode node, boolean cached, @Nullable EntrySnapshot entry, @Nullable Long ageMillis,
			@Nullable String digest, @Nullable Long tierLeftMillis, Map<String, Long> versions,
			@Nullable Bypass bypassed) {

		/** Rejects malformed answers. */
		KeyOnNode {
			Objects.requireNonNull(node);
			Objects.requireNonNull(versions);
		}

		static KeyOnNode missing(ClusterNode node) {
			return new KeyOnNode(node, false, null, null, null, null, Map.of(), null);
		}

	}

}
