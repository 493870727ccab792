/**
 * Tasks whose runs callers share.
 */
@NullMarked
package dev.yoil.ehcache.internal.task;

import org.jspecify.annotations.NullMarked;
