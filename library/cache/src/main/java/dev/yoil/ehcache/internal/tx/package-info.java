/**
 * Work that takes effect with the commit of a transaction.
 */
@NullMarked
package dev.yoil.ehcache.internal.tx;

import org.jspecify.annotations.NullMarked;
