package dev.yoil.lab.service;

import java.util.List;
import java.util.Map;

/**
 * Settings of a service.
 *
 * @param database kind of its own database
 * @param webtoons number of webtoons in its database
 * @param properties Spring Boot properties by name
 * @param proxied number of instances behind a proxy; 0 for a single one without a proxy
 * @param front the proxy
 * @param relayed whether PostgreSQL and purges are reached through a {@link Relay}
 */
public record ServiceSettings(Database database, int webtoons, Map<String, String> properties, int proxied, Front front,
		boolean relayed) {

	/** The service's caches with lists and rankings that live for 20 s. */
	public static final String EHCACHE_20S = "ehcache-20s.xml";

	/**
	 * The caches of a cluster with a shared tier; its service gets a Redis of its own.
	 */
	public static final String EHCACHE_CLUSTER = "cluster/ehcache.xml";

	/** The caches of a cluster without the shared tier. */
	public static final String EHCACHE_CLUSTER_LOCAL = "ehcache-cluster-local.xml";

	/** The service's caches with disk tiers, in a directory of each service's own. */
	public static final String EHCACHE_DISK = "ehcache-disk.xml";

	/** The service's caches with far too few lists of days. */
	public static final String EHCACHE_SMALL = "ehcache-small.xml";

	/** The service's caches and those of {@code dev.yoil.lab.plain}, for 200 s. */
	public static final String EHCACHE_FORGOTTEN = "ehcache-forgotten.xml";

	/** The same, but the pages of {@code dev.yoil.lab.plain} depend on their tables. */
	public static final String EHCACHE_TABLES = "ehcache-tables.xml";

	/**
	 * The caches of a soak: those of a cluster with a shared tier, which gets a Redis of
	 * its own, or those of a single service with disk tiers. It may be edited.
	 */
	public static final String EHCACHE_SOAK = "ehcache-soak.xml";

	static final String PLAIN_PAGES = "plain-pages";

	/**
	 * A property that has {@code dev.yoil.lab.plain} answer: {@code true} with cached
	 * objects, {@code bytes} with cached bytes.
	 */
	public static final String PLAIN = "lab.plain";

	/**
	 * A property for services that start often: they have a heap of 128 MB and the quick
	 * compiler.
	 */
	public static final String SMALL = "lab.small";

	/** A property that has {@code dev.yoil.lab.plant} provide the clock. */
	public static final String CLOCK = "lab.clock";

	/** A property that has {@code dev.yoil.lab.plant} break a promise of the service. */
	public static final String PLANT = "lab.plant";

	/** Kinds of databases. */
	public enum Database {

		/** H2 inside the service. */
		H2,

		/** PostgreSQL as a process, which can be stopped. */
		POSTGRESQL

	}

	/** Kinds of proxies. */
	public enum Front {

		/** nginx, which stores nothing. */
		NGINX("nginx", "nginx-light"),

		/** nginx as an edge cache. */
		EDGE("nginx", "nginx-light libnginx-mod-http-lua"),

		/** Varnish as an edge cache. */
		VARNISH("varnishd", "varnish varnish-modules");

		private final String program;

		private final String packages;

		Front(String program, String packages) {
			this.program = program;
			this.packages = packages;
		}

		String program() {
			return this.program;
		}

		String packages() {
			return this.packages;
		}

		/** Returns the files of its configuration in the checkout. */
		List<String> files() {
			return switch (this) {
				case NGINX -> List.of("cluster/nginx.conf");
				case EDGE -> List.of("edge/nginx.conf", "edge/edge.lua");
				case VARNISH -> List.of("edge/varnish.vcl");
			};
		}

	}

	/**
	 * Creates the settings of a single instance.
	 * @param database kind of its own database
	 * @param webtoons number of webtoons in its database
	 * @param properties Spring Boot properties by name
	 */
	public ServiceSettings(Database database, int webtoons, Map<String, String> properties) {
		this(database, webtoons, properties, 0);
	}

	/**
	 * Creates the settings of instances behind an nginx.
	 * @param database kind of its own database
	 * @param webtoons number of webtoons in its database
	 * @param properties Spring Boot properties by name
	 * @param proxied number of instances; 0 for a single one without nginx
	 */
	public ServiceSettings(Database database, int webtoons, Map<String, String> properties, int proxied) {
		this(database, webtoons, properties, proxied, Front.NGINX, false);
	}

}
