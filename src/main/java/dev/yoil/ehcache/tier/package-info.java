/**
 * How values become bytes that other instances read:
 * {@link dev.yoil.ehcache.tier.ValueCodec}.
 */
@NullMarked
package dev.yoil.ehcache.tier;

import org.jspecify.annotations.NullMarked;
