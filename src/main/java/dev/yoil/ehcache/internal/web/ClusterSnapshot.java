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
 * All instances at about the same time.
 *
 * @param clustered whether there can be several: whether {@code ehcache.xml} says so
 * @param nodes the instances, in the order of their addresses
 * @param differing the names of the caches that not all have which answer, or not with
 * the same capacity, or which are bypassed on some of them only
 */
record ClusterSnapshot(boolean clustered, List<CachesOfNode> nodes, Set<String> differing) {

	static ClusterSnapshot of(boolean clustered, List<CachesOfNode> nodes) {
		List<Map<String, CacheFigures>> told = nodes.stream()
			.filter((one) -> one.node().answers())
			.map(CachesOfNode::caches)
			.toList();
		return new ClusterSnapshot(clustered, nodes,
				told.stream()
					.flatMap((caches) -> caches.keySet().stream())
					.filter((name) -> told.stream().map((caches) -> compared(caches.get(name))).distinct().count() > 1)
					.collect(Collectors.toCollection(TreeSet::new)));
	}

	private static List<@Nullable Object> compared(@Nullable CacheFigures figures) {
		return (figures != null)
				? Arrays.asList(figures.capacity(), figures.capacityBytes(), figures.bypassed() != null) : List.of();
	}

	/**
	 * One instance.
	 *
	 * @param caches the figures of its caches by name; empty if it does not answer
	 */
	record CachesOfNode(ClusterNode node, Map<String, CacheFigures> caches) {

		/** Refuses what no instance says. */
		CachesOfNode {
			Objects.requireNonNull(node);
			caches.values().forEach(Objects::requireNonNull);
		}

	}

}
