/**
 * How values read where caches are looked into:
 * {@link dev.yoil.ehcache.inspect.ValueText}.
 */
@NullMarked
package dev.yoil.ehcache.inspect;

import org.jspecify.annotations.NullMarked;
