package dev.yoil.ehcache.xml;

import java.time.Duration;

/**
 * Where values are kept that all instances share.
 *
 * @param url what the file says of where that is, with whatever placeholders it has
 * @param prefix what the names of all that is kept there begin with
 * @param timeout how long to wait for an answer
 * @param retryAfter for how long it is left alone after it failed
 * @param line where the file says so, from 1
 */
public record DeclaredTier(String url, String prefix, Duration timeout, Duration retryAfter, int line) {
}
