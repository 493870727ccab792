package dev.yoil.ehcache.internal.web;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.yoil.ehcache.internal.inspect.CacheFigures;
import dev.yoil.ehcache.internal.web.InstanceReport.Content;
import dev.yoil.ehcache.internal.web.InstanceStatus.Pool;
import dev.yoil.ehcache.internal.web.InstanceStatus.Threads;
import dev.yoil.ehcache.internal.web.Instances.Instance;
import org.jspecify.annotations.Nullable;

/**
 * The caches of all instances, as of their last reports.
 *
 * @param clustered whether {@code ehcache.xml} declares a cluster
 * @param nodes the instances, ordered by URL
 * @param differing the names of caches that some instances lack, bypass or have with
 * another capacity; compares the instances that are not lost and have reported
 */
record ClusterSnapshot(boolean clustered, List<CachesOfNode> nodes, Set<String> differing) {

	static ClusterSnapshot of(boolean clustered, List<CachesOfNode> nodes) {
		List<Map<String, CacheFigures>> compared = nodes.stream()
			.filter((one) -> !one.node().instance().lost() && one.node().uptimeSeconds() != null)
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
	 * @param caches the figures by the name of the cache; empty if the instance has not
	 * reported any
	 */
	record CachesOfNode(Node node, Map<String, CacheFigures> caches) {

		static CachesOfNode of(Instance instance, Content report) {
			return new CachesOfNode(new Node(instance, console(instance.url(), report.console()), report.version(),
					report.uptimeSeconds(), report.pools(), report.threads()), report.caches());
		}

		/** A row of the database must not put a script into a link. */
		private static @Nullable String console(@Nullable String url, @Nullable String path) {
			if (url == null || path == null) {
				return null;
			}
			try {
				URI address = URI.create(url + path + "/");
				return String.valueOf(address.getScheme()).matches("(?i)https?") ? address.toString() : null;
			}
			catch (IllegalArgumentException ex) {
				return null;
			}
		}

	}

	/**
	 * An instance with its resources as of its report.
	 *
	 * @param console the URL of its console; {@code null} if unknown
	 * @param version the version of the application; {@code null} if unknown
	 * @param uptimeSeconds the time since its start as of the report; {@code null} if
	 * unknown
	 * @param pools its connection pools
	 * @param threads its request threads; {@code null} if unknown
	 */
	record Node(@JsonUnwrapped Instance instance, @Nullable String console, @Nullable String version,
			@Nullable Long uptimeSeconds, List<Pool> pools, @Nullable Threads threads) {
	}

}
