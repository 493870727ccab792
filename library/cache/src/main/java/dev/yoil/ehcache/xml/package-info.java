/**
 * The reader of {@code ehcache.xml}. A file either becomes declarations or is rejected
 * with one report of all its errors.
 */
@NullMarked
package dev.yoil.ehcache.xml;

import org.jspecify.annotations.NullMarked;
