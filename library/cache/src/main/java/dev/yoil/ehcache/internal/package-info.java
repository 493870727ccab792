/**
 * Not for applications: what the library's own packages share. What is below may change
 * with each release.
 */
@NullMarked
package dev.yoil.ehcache.internal;

import org.jspecify.annotations.NullMarked;
