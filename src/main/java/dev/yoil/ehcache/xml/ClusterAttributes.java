package dev.yoil.ehcache.xml;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;

import dev.yoil.ehcache.policy.CachePolicy;

/**
 * The attributes of a {@code <cluster>} element of {@code ehcache.xml}, and what they
 * mean.
 */
final class ClusterAttributes {

	/** The attributes the element may have. */
	static final Set<String> NAMES = Set.of("lease", "poll");

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final Duration POLL = Duration.ofMillis(250);

	private ClusterAttributes() {
	}

	/**
	 * Reads what the element declares.
	 * @throws EhcacheXmlException if the value of an attribute makes no sense
	 */
	static DeclaredCluster of(LocatedElement cluster) {
		Duration lease = Objects.requireNonNullElse(PolicyAttributes.duration(cluster, "lease"), LEASE);
		Duration poll = Objects.requireNonNullElse(PolicyAttributes.duration(cluster, "poll"), POLL);
		if (poll.multipliedBy(2).compareTo(lease) > 0) {
			throw cluster.wrong(
					"<" + cluster.tag() + ">: two polls take " + CachePolicy.text(poll.multipliedBy(2))
							+ ", longer than the lease of " + CachePolicy.text(lease)
							+ ", which would be over whenever one of them is late.",
					"Make poll shorter, or lease longer.");
		}
		return new DeclaredCluster(lease, poll, cluster.line());
	}

}
