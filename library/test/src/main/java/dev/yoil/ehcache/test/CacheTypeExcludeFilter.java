package dev.yoil.ehcache.test;

import java.util.Set;

import dev.yoil.ehcache.policy.LoadFailures;
import dev.yoil.ehcache.policy.ValueExpiry;
import dev.yoil.ehcache.tier.ValueCodec;

import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.KeyGenerator;

/**
 * Filter of {@link CacheTest} that limits the component scan to the configuration of
 * caches.
 */
class CacheTypeExcludeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<CacheTest> {

	CacheTypeExcludeFilter(Class<?> testClass) {
		super(testClass);
	}

	@Override
	protected boolean isUseDefaultFilters() {
		return true;
	}

	@Override
	protected Set<Class<?>> getKnownIncludes() {
		return Set.of(EnableCaching.class, CachingConfigurer.class, KeyGenerator.class, ValueCodec.Factory.class,
				ValueExpiry.class, LoadFailures.class);
	}

}
