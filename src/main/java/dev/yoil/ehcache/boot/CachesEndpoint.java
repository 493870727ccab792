package dev.yoil.ehcache.boot;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.internal.doctor.CacheDoctor;
import dev.yoil.ehcache.internal.doctor.Finding;
import dev.yoil.ehcache.internal.inspect.CacheInspector;
import dev.yoil.ehcache.internal.inspect.CacheSnapshot;
import dev.yoil.ehcache.internal.inspect.InspectedCaches;
import dev.yoil.ehcache.internal.inspect.RemovalSnapshot;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * What is in the caches, what left them and what is wrong with them, as an endpoint of
 * the Actuator, whose rules say who sees it. Reading it changes nothing in the caches.
 */
@Endpoint(id = "yoilcaches")
final class CachesEndpoint {

	private static final int MOST = 1_000;

	private static final int USUAL = 100;

	private final InspectedCaches caches;

	private final CacheInspector inspector;

	private final CacheDoctor doctor;

	CachesEndpoint(InspectedCaches caches, CacheInspector inspector, CacheDoctor doctor) {
		this.caches = caches;
		this.inspector = inspector;
		this.doctor = doctor;
	}

	/**
	 * Shows all caches, if a manager of them was found.
	 * @param limit how many entries to show of each at most, 0 to 1,000; {@code null} for
	 * none
	 */
	@ReadOperation
	@Nullable Map<String, CacheSnapshot> all(@Nullable Integer limit) {
		return this.caches.managers().isEmpty() ? null : this.inspector.all(bounded(limit, 0));
	}

	/**
	 * Shows one cache, if there is one of that name.
	 * @param limit how many entries to show at most, 0 to 1,000; {@code null} for 100
	 */
	@ReadOperation
	@Nullable CacheSnapshot one(@Selector String name, @Nullable Integer limit) {
		return of(name, (cache) -> this.inspector.one(cache, bounded(limit, USUAL), null));
	}

	/**
	 * Shows what left a cache last, or what is wrong with it.
	 */
	@ReadOperation
	@Nullable Object part(@Selector String name, @Selector Part part) {
		return of(name, (cache) -> switch (part) {
			case REMOVALS -> removals(cache);
			case FINDINGS -> findings(cache);
		});
	}

	private List<RemovalSnapshot> removals(EhCacheCache cache) {
		return this.inspector.removals(cache, USUAL);
	}

	private List<Finding> findings(EhCacheCache cache) {
		return this.doctor.one(cache);
	}

	private <T> @Nullable T of(String name, Function<EhCacheCache, T> look) {
		return this.caches.find(name).map(look).orElse(null);
	}

	private static int bounded(@Nullable Integer limit, int usual) {
		int asked = Objects.requireNonNullElse(limit, usual);
		if (asked < 0 || asked > MOST) {
			throw new InvalidEndpointRequestException("The limit " + asked + " is refused",
					"The parameter 'limit' has the value " + asked + ". Allowed is a number from 0 to " + MOST + ".");
		}
		return asked;
	}

	/** What there is of a cache besides its entries. */
	enum Part {

		/** What left it last. */
		REMOVALS,

		/** What is wrong with it. */
		FINDINGS

	}

}
