package dev.yoil.ehcache.internal.inspect;

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
 * before another post-processor can replace the bean by a wrapper, as libraries that
 * trace caches do: then nothing finds the manager by its type any more. Thread-safe.
 */
public final class EhCacheManagers implements BeanPostProcessor, PriorityOrdered, BeanFactoryAware {

	private ListableBeanFactory beans = new StaticListableBeanFactory();

	private final Map<String, EhCacheCacheManager> recorded = new ConcurrentHashMap<>();

	/** Constructors of such early post-processors are not injected. */
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
			.map((name) -> behind(this.beans.getBean(name, CacheManager.class), name))
			.filter(Objects::nonNull)
			.distinct()
			.toList();
	}

	private @Nullable EhCacheCacheManager behind(CacheManager bean, String name) {
		return (bean instanceof EhCacheCacheManager manager) ? manager : this.recorded.get(name);
	}

	/**
	 * Returns the manager behind a bean.
	 * @param bean a cache manager of any kind
	 * @return the manager itself; {@code null} if the bean is none of ours
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
	 * Returns the cache behind what a manager bean returned.
	 * @return the cache itself; {@code null} if it is none of ours
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
