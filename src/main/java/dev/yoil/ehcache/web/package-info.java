/**
 * The inspection of caches over HTTP.
 */
@NullMarked
package dev.yoil.ehcache.web;

import org.jspecify.annotations.NullMarked;
