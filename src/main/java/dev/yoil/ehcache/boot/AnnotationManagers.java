package dev.yoil.ehcache.boot;

import java.util.Objects;

import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.inspect.EhCacheManagers;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeansException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.SimpleCacheResolver;
import org.springframework.util.StringUtils;

/**
 * Tells which manager a cache annotation uses, by the rules of Spring's aspect.
 */
final class AnnotationManagers {

	private final BeanFactory beans;

	private final EhCacheManagers ours;

	private final ObjectProvider<CacheManager> unique;

	private final ObjectProvider<CacheAspectSupport> aspects;

	AnnotationManagers(BeanFactory beans, EhCacheManagers ours, ObjectProvider<CacheManager> unique,
			ObjectProvider<CacheAspectSupport> aspects) {
		this.beans = beans;
		this.ours = ours;
		this.unique = unique;
		this.aspects = aspects;
	}

	/**
	 * {@return the manager of ours that serves an annotation; {@code null} if another one
	 * does, or a resolver of the application}
	 */
	@Nullable EhCacheCacheManager of(CacheOperation operation) {
		if (StringUtils.hasText(operation.getCacheResolver())) {
			return null;
		}
		return this.ours.behind(StringUtils.hasText(operation.getCacheManager()) ? named(operation.getCacheManager())
				: this.aspects.stream().map(this::usual).filter(Objects::nonNull).findFirst().orElse(null));
	}

	/**
	 * {@return the manager that a name in an annotation stands for; {@code null} if there
	 * is none, which Spring says when the method is called}
	 */
	@Nullable CacheManager named(String name) {
		try {
			return BeanFactoryAnnotationUtils.qualifiedBeanOfType(this.beans, CacheManager.class, name);
		}
		catch (BeansException ex) {
			return null;
		}
	}

	/**
	 * {@return the manager of annotations that name none; {@code null} if the application
	 * has chosen a resolver}
	 */
	@Nullable CacheManager usual(CacheAspectSupport aspect) {
		CacheResolver chosen = aspect.getCacheResolver();
		if (chosen == null) {
			return this.unique.getIfUnique();
		}
		return (chosen instanceof SimpleCacheResolver simple) ? simple.getCacheManager() : null;
	}

}
