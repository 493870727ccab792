package dev.yoil.lab.service;

import java.util.Map;

/**
 * How to start the service.
 *
 * @param database which database it has; always one of its own
 * @param webtoons with how many webtoons its database is filled
 * @param properties of Spring Boot's configuration, by name, such as
 * {@code spring.cache.type}
 * @param proxied how many instances of it there are behind a proxy, over one database; 0
 * for a single one that is asked directly
 */
public record ServiceSettings(Database database, int webtoons, Map<String, String> properties, int proxied) {

	/**
	 * A file that {@code yoil.ehcache.config} may name: the caches that the service comes
	 * with, but lists and rankings live for 20 s.
	 */
	public static final String EHCACHE_20S = "ehcache-20s.xml";

	/**
	 * Another: the same caches in instances that tell each other of changes and share
	 * what they load, as the checkout has them. Each service with it has a Redis of its
	 * own.
	 */
	public static final String EHCACHE_CLUSTER = "cluster/ehcache.xml";

	/**
	 * Another: these caches without the shared tier, so that each instance loads for
	 * itself.
	 */
	public static final String EHCACHE_CLUSTER_LOCAL = "ehcache-cluster-local.xml";

	/**
	 * A property of a service that answers in plain Spring what experiments ask for:
	 * {@code dev.yoil.lab.plain}. {@code true} caches objects, {@code bytes} caches
	 * finished answers.
	 */
	public static final String PLAIN = "lab.plain";

	/** Databases. */
	public enum Database {

		/** H2 inside of the service, as it comes. */
		H2,

		/** PostgreSQL as a process of its own, which can be stopped. */
		POSTGRESQL

	}

	/**
	 * Creates the settings of a single instance.
	 * @param database which database it has; always one of its own
	 * @param webtoons with how many webtoons its database is filled
	 * @param properties of Spring Boot's configuration, by name
	 */
	public ServiceSettings(Database database, int webtoons, Map<String, String> properties) {
		this(database, webtoons, properties, 0);
	}

}
