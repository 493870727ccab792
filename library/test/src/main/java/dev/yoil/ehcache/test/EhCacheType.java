package dev.yoil.ehcache.test;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.test.context.PropertyMapping;

/**
 * Mapping of the property {@code spring.cache.type}. It is a meta-annotation because Boot
 * lets the more distant of two mappings win, and the nearer one may be that of Boot's
 * {@code @AutoConfigureCache}.
 */
@Target(ElementType.ANNOTATION_TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface EhCacheType {

	/**
	 * {@return the value of the property}
	 */
	@PropertyMapping("spring.cache.type")
	String value() default "ehcache";

}
