package dev.yoil.lab.service;

import java.util.Map;

/**
 * Settings of a service.
 *
 * @param database kind of its own database
 * @param webtoons number of webtoons in its database
 * @param properties Spring Boot properties by name
 * @param proxied number of instances behind a proxy; 0 for a single one without a proxy
 */
public record ServiceSettings(Database database, int webtoons, Map<String, String> properties, int proxied) {

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

	static final String PLAIN_PAGES = "plain-pages";

	/**
	 * A property that has {@code dev.yoil.lab.plain} answer: {@code true} with cached
	 * objects, {@code bytes} with cached bytes.
	 */
	public static final String PLAIN = "lab.plain";

	/** A property that has {@code dev.yoil.lab.plant} break a promise of the service. */
	public static final String PLANT = "lab.plant";

	/** Kinds of databases. */
	public enum Database {

		/** H2 inside the service. */
		H2,

		/** PostgreSQL as a process, which can be stopped. */
		POSTGRESQL

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

}
