package dev.yoil.ehcache.xml;

import java.time.Duration;

/**
 * That an instance is one of several which share a database.
 *
 * @param lease how long entries may be served after the instance last heard from the
 * database
 * @param poll how often it looks for changes that nobody told it of, half a lease at most
 * @param line where the file says so, from 1
 */
public record DeclaredCluster(Duration lease, Duration poll, int line) {
}
