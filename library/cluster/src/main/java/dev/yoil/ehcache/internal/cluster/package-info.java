/**
 * The cluster: several instances over one PostgreSQL database, which publishes changes.
 */
@NullMarked
package dev.yoil.ehcache.internal.cluster;

import org.jspecify.annotations.NullMarked;
