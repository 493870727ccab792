package dev.yoil.ehcache.internal.tier;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/**
 * A store of bytes behind the heap. It makes no answer wrong: what is in it is right for
 * ever, since its key names the state that it was read from, and may be lost at any time.
 * <p>
 * Thread-safe. No method waits or throws: what does not work is as if nothing were there.
 */
public interface SecondTier {

	/**
	 * Looks for a value, or takes the right to be the one who loads it. While another has
	 * that right, it waits a little for its value.
	 * @return what came of it, always and after a bounded time
	 */
	CompletableFuture<Claim> claim(String key);

	/**
	 * Looks how long something has yet to live, which leaves no trace.
	 * @return how long, always and after a bounded time; {@code null} if it is not there
	 */
	CompletableFuture<@Nullable Duration> timeLeft(String key);

	/**
	 * {@return whether it works, as far as is known}
	 */
	boolean isAvailable();

	/**
	 * {@return the right to store a value without having looked for one, as for a
	 * refresh}
	 */
	Claim refresh(String key);

}
