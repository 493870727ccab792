/**
 * Tokens by which a client sees its own changes on every instance, and their signatures.
 */
@NullMarked
package dev.yoil.ehcache.internal.region;

import org.jspecify.annotations.NullMarked;
