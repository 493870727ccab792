/**
 * Labels, which tell whether a region changed since a value was read.
 */
@NullMarked
package dev.yoil.ehcache.internal.label;

import org.jspecify.annotations.NullMarked;
