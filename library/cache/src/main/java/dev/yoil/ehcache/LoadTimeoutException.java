package dev.yoil.ehcache;

import java.time.Duration;

import dev.yoil.ehcache.internal.KeyText;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a caller has waited for another caller's load for as long as
 * {@code load-timeout} allows. The load goes on, so a later call may find the value.
 */
public final class LoadTimeoutException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	LoadTimeoutException(String cache, Object key, @Nullable Duration timeout) {
		super("Timed out after load-timeout " + timeout + " waiting for another load of key " + KeyText.logged(key)
				+ " in cache '" + cache + "'");
	}

}
