package dev.yoil.ehcache.internal;

import java.time.Duration;
import java.util.Collection;

import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.tier.ValueCodec;
import org.jspecify.annotations.Nullable;

/**
 * What one cache does with the tier behind its heap. Thread-safe.
 */
public interface TierUse {

	/**
	 * Has values shared with other instances by a second tier from here on, beneath the
	 * one load per key. Keys have to be {@link java.io.Serializable}.
	 * @param codecs for the kinds of values that callers load
	 */
	void share(SecondTier tier, Collection<ValueCodec> codecs);

	/**
	 * {@return whether the second tier works, as far as is known; {@code null} if there
	 * is none}
	 */
	@Nullable Boolean isAvailable();

	/**
	 * Looks how long the second tier has yet what a miss of a key would find there, which
	 * leaves no trace.
	 * @return {@code null} if it has nothing, or does not answer
	 */
	@Nullable Duration timeLeft(Object key);

}
