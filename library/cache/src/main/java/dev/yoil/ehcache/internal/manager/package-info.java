/**
 * The cache managers of an application context, also behind wrappers.
 */
@NullMarked
package dev.yoil.ehcache.internal.manager;

import org.jspecify.annotations.NullMarked;
