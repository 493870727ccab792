package dev.yoil.ehcache.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Test slice for the caches of an application: {@code ehcache.xml}, the cache
 * annotations, and {@link AutoConfigureEhCache}. No other auto-configuration applies.
 * <p>
 * The component scan finds only configuration classes with
 * {@link org.springframework.cache.annotation.EnableCaching @EnableCaching}, and beans of
 * the types {@link org.springframework.cache.annotation.CachingConfigurer},
 * {@link org.springframework.cache.interceptor.KeyGenerator},
 * {@link dev.yoil.ehcache.policy.ValueExpiry},
 * {@link dev.yoil.ehcache.policy.LoadFailures} and
 * {@link dev.yoil.ehcache.tier.ValueCodec.Factory}. Add the classes under test with
 * {@link org.springframework.context.annotation.Import @Import}, and a database with
 * annotations such as {@code @AutoConfigureDataJpa}. A file that declares a cluster needs
 * its database; to test without it, set {@code yoil.ehcache.config} to another file.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(CacheTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(CacheTypeExcludeFilter.class)
@AutoConfigureEhCache
@ImportAutoConfiguration
public @interface CacheTest {

	/**
	 * {@return properties to add to the environment, in the form {@code key=value}}
	 */
	String[] properties() default {};

}
