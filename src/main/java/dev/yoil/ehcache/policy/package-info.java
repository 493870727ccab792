/**
 * When an entry of a cache leaves by itself: {@link dev.yoil.ehcache.policy.CachePolicy}
 * and the {@code <policy>} element that declares it in {@code ehcache.xml}.
 */
@NullMarked
package dev.yoil.ehcache.policy;

import org.jspecify.annotations.NullMarked;
