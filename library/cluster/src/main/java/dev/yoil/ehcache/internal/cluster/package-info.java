/**
 * The cluster: several instances over one PostgreSQL database, which publishes changes,
 * and an optional shared tier in Redis.
 */
@NullMarked
package dev.yoil.ehcache.internal.cluster;

import org.jspecify.annotations.NullMarked;
