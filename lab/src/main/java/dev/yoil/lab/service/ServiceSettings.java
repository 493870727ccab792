package dev.yoil.lab.service;

import java.util.Map;

/**
 * How to start the service.
 *
 * @param database which database it has; always one of its own
 * @param webtoons with how many webtoons its database is filled
 * @param properties of Spring Boot's configuration, by name, such as
 * {@code spring.cache.type}
 */
public record ServiceSettings(Database database, int webtoons, Map<String, String> properties) {

	/**
	 * A file that {@code yoil.ehcache.config} may name: the caches that the service comes
	 * with, but lists and rankings live for 20 s.
	 */
	public static final String EHCACHE_20S = "ehcache-20s.xml";

	/** Databases. */
	public enum Database {

		/** H2 inside of the service, as it comes. */
		H2,

		/** PostgreSQL as a process of its own, which can be stopped. */
		POSTGRESQL

	}

}
