/**
 * Codecs for values that instances share: {@link dev.yoil.ehcache.tier.ValueCodec}.
 */
@NullMarked
package dev.yoil.ehcache.tier;

import org.jspecify.annotations.NullMarked;
