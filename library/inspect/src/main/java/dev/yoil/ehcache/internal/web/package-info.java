/**
 * The inspection of caches over HTTP.
 */
@NullMarked
package dev.yoil.ehcache.internal.web;

import org.jspecify.annotations.NullMarked;
