package dev.yoil.ehcache.internal.web;

import java.net.URI;
import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.internal.inspect.RecentActivity;
import org.jspecify.annotations.Nullable;

/**
 * An instance of the application: its identity, its resources and the recent activity of
 * its caches.
 *
 * @param application the name of the application; {@code null} if unknown
 * @param instance the name of the host, and the port of the server if known
 * @param version the version of the application; {@code null} if unknown
 * @param profiles the active profiles of Spring
 * @param uptimeSeconds the time since the start of the process
 * @param zone the default time zone of the process
 * @param dashboard the URL of a dashboard; {@code null} if none is configured
 * @param pools the connection pools in the metrics; empty without metrics
 * @param threads the threads of the server in the metrics; {@code null} without metrics
 * @param recent the recent activity by cache and period
 */
record InstanceStatus(@Nullable String application, String instance, @Nullable String version, List<String> profiles,
		long uptimeSeconds, String zone, @Nullable URI dashboard, List<Pool> pools, @Nullable Threads threads,
		Map<String, Map<String, RecentActivity>> recent) {

	/**
	 * A connection pool.
	 *
	 * @param active connections in use
	 * @param max the maximum number of connections
	 * @param pending threads that wait for a connection
	 */
	record Pool(String name, long active, long max, long pending) {
	}

	/**
	 * The threads that process requests.
	 *
	 * @param busy threads in use
	 * @param max the maximum number of threads
	 */
	record Threads(long busy, long max) {
	}

}
