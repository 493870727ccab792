package dev.yoil.ehcache.xml;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import dev.yoil.ehcache.policy.CachePolicy;

import org.springframework.util.StringUtils;

/**
 * The attributes of a {@code <cluster>} element of {@code ehcache.xml}, and what they
 * mean.
 */
final class ClusterAttributes {

	/** The attributes the element may have. */
	static final Set<String> NAMES = Set.of("lease", "poll");

	/** The name of the element inside that says where values are shared. */
	static final String TIER = "shared-tier";

	/** The attributes that one may have. */
	static final Set<String> TIER_NAMES = Set.of("url", "prefix", "timeout", "retry-after");

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final Duration POLL = Duration.ofMillis(250);

	private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(1);

	private static final Duration TIMEOUT = Duration.ofMillis(100);

	private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

	private static final String PREFIX = "cache";

	private static final Pattern PREFIXES = Pattern.compile("[A-Za-z0-9._-]{1,100}");

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
		LocatedElement tier = cluster.child(EhcacheXmlGrammar.POLICY_NAMESPACE, TIER);
		return new DeclaredCluster(lease, poll, (tier != null) ? tier(tier) : null, cluster.line());
	}

	private static DeclaredCluster.Tier tier(LocatedElement tier) {
		String prefix = tier.attributes().getOrDefault("prefix", PREFIX);
		if (!PREFIXES.matcher(prefix).matches()) {
			throw tier.wrong(
					"<" + tier.tag() + ">: prefix=\"" + StringUtils.truncate(prefix, 40) + "\" cannot be used.",
					"Use up to 100 letters, digits, dots, hyphens and underscores.");
		}
		Duration timeout = Objects.requireNonNullElse(PolicyAttributes.duration(tier, "timeout"), TIMEOUT);
		if (timeout.compareTo(LONGEST_TIMEOUT) > 0) {
			throw tier.wrong("<" + tier.tag() + ">: timeout=\"" + CachePolicy.text(timeout)
					+ "\" is longer than a reader waits for what spares a load.", "Write a second at most.");
		}
		return new DeclaredCluster.Tier(tier.attributes().getOrDefault("url", ""), prefix, timeout,
				Objects.requireNonNullElse(PolicyAttributes.duration(tier, "retry-after"), RETRY_AFTER), tier.line());
	}

}
