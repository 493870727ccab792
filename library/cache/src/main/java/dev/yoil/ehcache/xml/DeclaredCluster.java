package dev.yoil.ehcache.xml;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The settings of an instance that shares a database with others.
 *
 * @param lease how long it may serve entries after it last heard from the database
 * @param poll the interval at which it looks for changes it was not notified of, at most
 * half a lease
 * @param tier the store of values that all instances share; {@code null} for none
 * @param line the line of the declaration, from 1
 */
public record DeclaredCluster(Duration lease, Duration poll, @Nullable Tier tier, int line) {

	/**
	 * A store of values that all instances share.
	 *
	 * @param url its URL, with unresolved placeholders
	 * @param prefix the beginning of all its keys
	 * @param timeout how long to wait for an answer
	 * @param retryAfter how long to leave it alone after a failure
	 * @param line the line of the declaration, from 1
	 */
	public record Tier(String url, String prefix, Duration timeout, Duration retryAfter, int line) {
	}

}
