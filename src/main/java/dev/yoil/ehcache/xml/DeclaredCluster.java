package dev.yoil.ehcache.xml;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * That an instance is one of several which share a database.
 *
 * @param lease how long entries may be served after the instance last heard from the
 * database
 * @param poll how often it looks for changes that nobody told it of, half a lease at most
 * @param tier where values are kept that all instances share; {@code null} if nowhere
 * @param line where the file says so, from 1
 */
public record DeclaredCluster(Duration lease, Duration poll, @Nullable DeclaredTier tier, int line) {
}
