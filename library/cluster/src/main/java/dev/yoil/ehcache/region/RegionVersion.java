package dev.yoil.ehcache.region;

import java.util.UUID;

/**
 * A committed version of a region.
 *
 * @param number incremented by each change; lower again only after a restore of the
 * database
 * @param tag unique for each change, so that versions before and after a restore differ
 */
public record RegionVersion(long number, UUID tag) {
}
