/**
 * How readers who come to another instance bring along what they have seen.
 */
@NullMarked
package dev.yoil.ehcache.internal.region;

import org.jspecify.annotations.NullMarked;
