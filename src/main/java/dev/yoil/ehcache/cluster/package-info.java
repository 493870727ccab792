/**
 * Several instances over one PostgreSQL database, which tells each of what the others
 * changed.
 */
@NullMarked
package dev.yoil.ehcache.cluster;

import org.jspecify.annotations.NullMarked;
