/**
 * Auto-configuration for Spring Boot. With {@code @EnableCaching}, an {@code ehcache.xml}
 * is the only configuration that an application needs.
 */
@NullMarked
package dev.yoil.ehcache.boot;

import org.jspecify.annotations.NullMarked;
