/**
 * The audit of cached values: it loads sampled hits again, and compares.
 */
@NullMarked
package dev.yoil.ehcache.internal.audit;

import org.jspecify.annotations.NullMarked;
