/**
 * Handling of exceptions from code of the application.
 */
@NullMarked
package dev.yoil.ehcache.internal.failure;

import org.jspecify.annotations.NullMarked;
