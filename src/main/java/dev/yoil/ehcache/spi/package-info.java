/**
 * Interfaces through which optional features extend the caches.
 */
@NullMarked
package dev.yoil.ehcache.spi;

import org.jspecify.annotations.NullMarked;
