package dev.yoil.ehcache.region;

import java.util.UUID;

/**
 * Which state of a region is committed.
 *
 * @param number one more with each change, unless the database lost some of them
 * @param tag another with each change, so that what a restored database counts again is
 * not taken for what it counted before
 */
public record RegionVersion(long number, UUID tag) {
}
