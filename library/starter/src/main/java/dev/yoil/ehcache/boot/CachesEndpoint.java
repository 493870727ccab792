package dev.yoil.ehcache.boot;

import java.util.Map;
import java.util.Objects;

import dev.yoil.ehcache.internal.finding.CacheFindings;
import dev.yoil.ehcache.internal.inspect.CacheInspector;
import dev.yoil.ehcache.internal.inspect.CacheSnapshot;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * An Actuator endpoint for the entries, removals and findings of caches. Reads leave no
 * trace.
 */
@Endpoint(id = "yoilcaches")
final class CachesEndpoint {

	private static final int MAX_LIMIT = 1_000;

	private static final int DEFAULT_LIMIT = 100;

	private final InspectedCaches caches;

	private final CacheInspector inspector;

	private final CacheFindings findings;

	CachesEndpoint(InspectedCaches caches, CacheInspector inspector, CacheFindings findings) {
		this.caches = caches;
		this.inspector = inspector;
		this.findings = findings;
	}

	/**
	 * Returns all caches.
	 * @param limit the maximum number of entries of each, 0 to 1,000; by default 0
	 */
	@ReadOperation
	@Nullable Map<String, CacheSnapshot> all(@Nullable Integer limit) {
		return this.caches.managers().isEmpty() ? null : this.inspector.all(checked(limit, 0));
	}

	/**
	 * Returns a cache.
	 * @param limit the maximum number of entries, 0 to 1,000; by default 100
	 */
	@ReadOperation
	@Nullable CacheSnapshot one(@Selector String name, @Nullable Integer limit) {
		return this.caches.find(name)
			.map((cache) -> this.inspector.one(cache, checked(limit, DEFAULT_LIMIT), null))
			.orElse(null);
	}

	@ReadOperation
	@Nullable Object part(@Selector String name, @Selector Part part) {
		return this.caches.find(name).<Object>map((cache) -> switch (part) {
			case REMOVALS -> this.inspector.removals(cache, DEFAULT_LIMIT);
			case FINDINGS -> this.findings.one(cache);
		}).orElse(null);
	}

	private static int checked(@Nullable Integer limit, int byDefault) {
		int checked = Objects.requireNonNullElse(limit, byDefault);
		if (checked < 0 || checked > MAX_LIMIT) {
			throw new InvalidEndpointRequestException("Invalid limit " + checked,
					"Invalid limit " + checked + ": set a number from 0 to " + MAX_LIMIT + ".");
		}
		return checked;
	}

	enum Part {

		REMOVALS, FINDINGS

	}

}
