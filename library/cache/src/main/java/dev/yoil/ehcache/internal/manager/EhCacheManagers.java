package dev.yoil.ehcache.internal.manager;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;

/**
 * Registry of the {@link EhCacheCacheManager} beans of an application. It records each
 * before another post-processor can wrap it, as tracing libraries do, and hide its type.
 * Thread-safe.
 */
public final class EhCacheManagers implements BeanPostProcessor, PriorityOrdered, BeanFactoryAware {

	private ListableBeanFactory beans = new StaticListableBeanFactory();

	private final Map<String, EhCacheCacheManager> recorded = new ConcurrentHashMap<>();

	/** Replaces injection, which comes too late for this post-processor. */
	@Override
	public void setBeanFactory(BeanFactory beans) {
		this.beans = (ListableBeanFactory) beans;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String name) {
		if (bean instanceof EhCacheCacheManager manager) {
			this.recorded.put(name, manager);
		}
		return bean;
	}

	/**
	 * Returns all managers, in the order of their definitions. Creates those that do not
	 * exist yet.
	 */
	public List<EhCacheCacheManager> all() {
		return Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beans, CacheManager.class))
			.map((name) -> (this.beans.getBean(name) instanceof EhCacheCacheManager manager) ? manager
					: this.recorded.get(name))
			.filter(Objects::nonNull)
			.distinct()
			.toList();
	}

	/**
	 * Returns the manager that a bean is or wraps, {@code null} if it is another kind.
	 */
	public @Nullable EhCacheCacheManager behind(@Nullable CacheManager bean) {
		if (bean instanceof EhCacheCacheManager manager) {
			return manager;
		}
		return this.recorded.entrySet()
			.stream()
			.filter((entry) -> this.beans.getBean(entry.getKey()) == bean)
			.map(Map.Entry::getValue)
			.findFirst()
			.orElse(null);
	}

	/**
	 * Returns the cache that a cache of a manager bean is or wraps, {@code null} if it is
	 * another kind.
	 */
	public @Nullable EhCacheCache behind(Cache cache) {
		Object nativeCache = cache.getNativeCache();
		return all().stream()
			.flatMap((manager) -> manager.caches().stream())
			.filter((own) -> own.getNativeCache() == nativeCache)
			.findFirst()
			.orElse(null);
	}

}
