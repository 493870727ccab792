package dev.yoil.ehcache.internal.inspect;

import java.time.Instant;

/**
 * A load that failed, unless it found that its value is gone. It keeps texts only, so
 * that it retains no object of the application.
 *
 * @param at the end of the load
 * @param key the text of the key, shortened
 * @param error the class and the message of the root cause, shortened
 */
public record FailedLoad(Instant at, String key, String error) {
}
