package dev.yoil.ehcache;

import java.time.Duration;

import dev.yoil.ehcache.internal.KeyText;
import org.jspecify.annotations.Nullable;

/**
 * A caller waited as long as the policy allows for a value that another caller is
 * loading. The load goes on; the value may be there the next time.
 */
public final class LoadTimeoutException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	LoadTimeoutException(String cache, Object key, @Nullable Duration timeout) {
		super("Key " + KeyText.logged(key) + " of cache '" + cache
				+ "' was still being loaded after its load-timeout of " + timeout);
	}

}
