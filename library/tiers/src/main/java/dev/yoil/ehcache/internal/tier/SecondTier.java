package dev.yoil.ehcache.internal.tier;

import java.util.concurrent.CompletableFuture;

/**
 * A store of bytes that instances share. It may lose values at any time. Values never
 * become outdated, because each key identifies the state of the database that the value
 * was read from.
 * <p>
 * Thread-safe. No method waits or throws: if the store fails, it finds nothing.
 */
public interface SecondTier {

	/**
	 * Looks for a value, or takes the right to load it. While another caller has that
	 * right, the answer waits briefly for its value.
	 * @return the answer, which comes within a bounded time and never fails
	 */
	CompletableFuture<TierLease> claim(String key);

	/**
	 * {@return whether the store works, as far as is known}
	 */
	boolean isAvailable();

	/**
	 * {@return the right to store a value, without a lookup, for a refresh}
	 */
	TierLease refresh(String key);

}
