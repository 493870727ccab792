package dev.yoil.ehcache;

import java.util.List;

import dev.yoil.ehcache.internal.tier.LocalTier;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.internal.tier.SharedEntries;
import dev.yoil.ehcache.internal.tier.TextCodec;
import dev.yoil.ehcache.spi.CacheValidity;
import org.jspecify.annotations.Nullable;

/**
 * Tiers of caches whose values are texts.
 */
public final class TextTiers {

	private TextTiers() {
	}

	/**
	 * Connects a cache with tiers.
	 */
	public static void attach(EhCacheCache cache, List<LocalTier> local, @Nullable SecondTier shared) {
		attach(cache, local, shared, new TextCodec());
	}

	static void attach(EhCacheCache cache, List<LocalTier> local, @Nullable SecondTier shared, TextCodec codec) {
		cache.writes()
			.attach(new SharedEntries(cache.getName(), cache.unwrap(CacheValidity.class)::state,
					cache.counters()::tierRefusal, local, shared, List.of(codec)));
	}

}
