package dev.yoil.ehcache.internal.web;

import dev.yoil.ehcache.internal.cluster.ClusterNode;
import org.jspecify.annotations.Nullable;

/**
 * What became of an operation on one of all instances.
 *
 * @param node the instance; if it does not answer, nobody knows whether it has done it
 * @param done whether it says that it has done it; {@code false} although it answers if
 * it has no such cache
 * @param matched how many entries matched what was to be removed; {@code null} if nothing
 * was
 * @param removed how many entries were removed; {@code null} likewise
 */
record ClusterOperationResult(ClusterNode node, boolean done, @Nullable Long matched, @Nullable Long removed) {

	static ClusterOperationResult undone(ClusterNode node) {
		return new ClusterOperationResult(node, false, null, null);
	}

}
