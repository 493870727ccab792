/**
 * When an entry of a cache leaves by itself: {@link dev.yoil.ehcache.policy.CachePolicy}.
 */
@NullMarked
package dev.yoil.ehcache.policy;

import org.jspecify.annotations.NullMarked;
