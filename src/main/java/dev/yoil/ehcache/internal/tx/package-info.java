/**
 * Work of transactions that takes effect with their commits.
 */
@NullMarked
package dev.yoil.ehcache.internal.tx;

import org.jspecify.annotations.NullMarked;
