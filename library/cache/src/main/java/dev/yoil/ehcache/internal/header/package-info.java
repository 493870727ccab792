/**
 * Texts of response headers: the result of a lookup, and the time that it took.
 */
@NullMarked
package dev.yoil.ehcache.internal.header;

import org.jspecify.annotations.NullMarked;
