/**
 * Wiring for Spring Boot: with {@code @EnableCaching} and this package on the class path,
 * an {@code ehcache.xml} is all that an application needs.
 */
@NullMarked
package dev.yoil.ehcache.boot;

import org.jspecify.annotations.NullMarked;
