/**
 * Caches in front of the application, and how changed regions are purged from them.
 */
@NullMarked
package dev.yoil.ehcache.internal.edge;

import org.jspecify.annotations.NullMarked;
