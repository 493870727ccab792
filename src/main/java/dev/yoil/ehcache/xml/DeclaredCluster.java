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
public record DeclaredCluster(Duration lease, Duration poll, @Nullable Tier tier, int line) {

	/**
	 * Where values are kept that all instances share.
	 *
	 * @param url what the file says of where that is, with whatever placeholders it has
	 * @param prefix what the names of all that is kept there begin with
	 * @param timeout how long to wait for an answer
	 * @param retryAfter for how long it is left alone after it failed
	 * @param line where the file says so, from 1
	 */
	public record Tier(String url, String prefix, Duration timeout, Duration retryAfter, int line) {
	}

}
