/**
 * Access of applications to the inspection.
 */
@NullMarked
package dev.yoil.ehcache.inspect;

import org.jspecify.annotations.NullMarked;
