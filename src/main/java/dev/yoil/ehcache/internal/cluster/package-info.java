/**
 * Several instances over one PostgreSQL database, which tells each of what the others
 * changed.
 */
@NullMarked
package dev.yoil.ehcache.internal.cluster;

import org.jspecify.annotations.NullMarked;
