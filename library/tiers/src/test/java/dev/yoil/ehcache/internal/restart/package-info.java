/**
 * The check that a cache with a disk tier serves nothing stale or wrong after restarts.
 */
package dev.yoil.ehcache.internal.restart;
