package dev.yoil.ehcache.internal.web;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.yoil.ehcache.internal.cluster.ClusterNode;
import dev.yoil.ehcache.internal.inspect.CacheFigures;
import org.jspecify.annotations.Nullable;

/**
 * The caches of all instances.
 *
 * @param clustered whether {@code ehcache.xml} declares a cluster
 * @param nodes the instances, ordered by URL
 * @param differing the names of caches that some instances lack, bypass or have with
 * another capacity; compares the instances that answer
 */
record ClusterSnapshot(boolean clustered, List<CachesOfNode> nodes, Set<String> differing) {

	static ClusterSnapshot of(boolean clustered, List<CachesOfNode> nodes) {
		List<Map<String, CacheFigures>> compared = nodes.stream()
			.filter((one) -> one.node().answers())
			.map(CachesOfNode::caches)
			.toList();
		return new ClusterSnapshot(clustered, nodes, compared.stream()
			.flatMap((caches) -> caches.keySet().stream())
			.filter((name) -> compared.stream().map((caches) -> properties(caches.get(name))).distinct().count() > 1)
			.collect(Collectors.toCollection(TreeSet::new)));
	}

	private static List<@Nullable Object> properties(@Nullable CacheFigures figures) {
		return (figures != null)
				? Arrays.asList(figures.capacity(), figures.capacityBytes(), figures.bypassed() != null) : List.of();
	}

	/**
	 * The caches of one instance.
	 *
	 * @param caches the figures by the name of the cache; empty if the instance does not
	 * answer
	 */
	record CachesOfNode(ClusterNode node, Map<String, CacheFigures> caches) {

		/** Rejects malformed answers. */
		CachesOfNode {
			Objects.requireNonNull(node);
			caches.values().forEach(Objects::requireNonNull);
		}

	}

}
