/**
 * Expiry, refresh and stale values: {@link dev.yoil.ehcache.policy.CachePolicy}.
 */
@NullMarked
package dev.yoil.ehcache.policy;

import org.jspecify.annotations.NullMarked;
