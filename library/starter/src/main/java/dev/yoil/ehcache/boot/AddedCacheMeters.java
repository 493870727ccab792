package dev.yoil.ehcache.boot;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;

import org.springframework.boot.cache.metrics.CacheMetricsRegistrar;
import org.springframework.util.StringUtils;

/**
 * Binds the meters of caches that are added while the application runs, and removes those
 * of removed caches. Spring Boot binds the meters of the others at the start.
 * Thread-safe.
 */
final class AddedCacheMeters {

	private static final String SUFFIX = "cacheManager";

	private final EhCacheCacheManager manager;

	private final CacheMetricsRegistrar registrar;

	private final MeterRegistry registry;

	private final Tag tag;

	private Map<String, EhCacheCache> bound;

	/**
	 * Creates the meters of a manager. Its present caches are bound, unless they were
	 * created after Spring Boot has bound the others.
	 * @param bean the name of its bean
	 */
	AddedCacheMeters(EhCacheCacheManager manager, String bean, CacheMetricsRegistrar registrar,
			MeterRegistry registry) {
		this.manager = manager;
		this.registrar = registrar;
		this.registry = registry;
		// As Spring Boot names it.
		boolean longer = bean.length() > SUFFIX.length() && StringUtils.endsWithIgnoreCase(bean, SUFFIX);
		this.tag = Tag.of("cache.manager", longer ? bean.substring(0, bean.length() - SUFFIX.length()) : bean);
		this.bound = present();
		this.bound.keySet().removeIf((name) -> meters(name).isEmpty());
	}

	private Map<String, EhCacheCache> present() {
		return this.manager.caches().stream().collect(Collectors.toMap(EhCacheCache::getName, Function.identity()));
	}

	synchronized void update() {
		Map<String, EhCacheCache> present = present();
		this.bound.forEach((name, cache) -> {
			if (present.get(name) != cache) {
				meters(name).forEach(this.registry::remove);
			}
		});
		Map<String, EhCacheCache> added = new HashMap<>(present);
		added.entrySet().removeAll(this.bound.entrySet());
		added.values().forEach((cache) -> this.registrar.bindCacheToRegistry(cache, this.tag));
		this.bound = present;
	}

	private List<Meter> meters(String cache) {
		// Those of observed loads do not name the manager.
		return this.registry.getMeters()
			.stream()
			.filter((meter) -> cache.equals(meter.getId().getTag("cache")) && this.tag.getValue()
				.equals(Objects.requireNonNullElse(meter.getId().getTag(this.tag.getKey()), this.tag.getValue())))
			.toList();
	}

}
