package dev.yoil.ehcache;

import java.util.List;
import java.util.function.Function;

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
		attach(cache, cache.unwrap(CacheValidity.class)::state, local, shared, codec);
	}

	/**
	 * Connects a cache with a tier whose names contain no versions, which is a fault.
	 */
	public static void attachWithoutVersions(EhCacheCache cache, LocalTier local) {
		attach(cache, Object::toString, List.of(local), null, new TextCodec());
	}

	private static void attach(EhCacheCache cache, Function<Object, @Nullable String> state, List<LocalTier> local,
			@Nullable SecondTier shared, TextCodec codec) {
		cache.writes()
			.attach(new SharedEntries(cache.getName(), state, cache.counters()::tierRefusal, local, shared,
					List.of(codec)));
	}

}
