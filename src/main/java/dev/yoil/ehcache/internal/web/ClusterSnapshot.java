package dev.yoil.ehcache.internal.web;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.yoil.ehcache.internal.inspect.CacheFigures;

/**
 * All instances at about the same time.
 *
 * @param clustered whether there can be several: whether {@code ehcache.xml} says so
 * @param nodes the instances, in the order of their addresses
 * @param differing the names of the caches that not all have which answer, or not with
 * the same capacity, or which are bypassed on some of them only
 */
record ClusterSnapshot(boolean clustered, List<CachesOfNode> nodes, Set<String> differing) {

	/**
	 * One instance.
	 *
	 * @param node what is known of it
	 * @param caches the figures of its caches by name; empty if it does not answer
	 */
	record CachesOfNode(ClusterNodeSnapshot node, Map<String, CacheFigures> caches) {
	}

}
