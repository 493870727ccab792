package dev.yoil.ehcache.boot;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.tier.LocalTier;
import dev.yoil.ehcache.internal.tier.LocalTiers;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.internal.tier.SharedEntries;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.tier.ValueCodec;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;

/**
 * The codecs of caches with tiers behind the heap, chosen by the return types of the
 * methods that load their values, else by {@code <value-type>}.
 */
final class SharedValues {

	private final @Nullable SecondTier tier;

	private final @Nullable LocalTiers local;

	private final List<ValueCodec.Factory> factories;

	private final Map<EhCacheCache, Map<String, ValueCodec>> codecs = new HashMap<>();

	/**
	 * Creates an instance without codecs.
	 * @param factories in the order of precedence
	 */
	SharedValues(@Nullable SecondTier tier, @Nullable LocalTiers local, List<ValueCodec.Factory> factories) {
		this.tier = tier;
		this.local = local;
		this.factories = factories;
	}

	/**
	 * {@return whether a cache has a tier behind the heap}
	 */
	static boolean isTiered(EhCacheCache cache) {
		return cache.declared().global() || cache.declared().isTiered();
	}

	/**
	 * Adds a method that loads values of a cache with tiers.
	 * @throws EhcacheXmlException if the values cannot be kept there
	 */
	void loadedBy(EhCacheCacheManager manager, EhCacheCache cache, Method method, Class<?> type, boolean sync) {
		if (!sync) {
			throw refusal(manager, cache, name(method) + " is @Cacheable without sync = true, so its values cannot be "
					+ "kept in " + tiers(cache) + ".", "Add sync = true" + orRemove(cache));
		}
		Type loaded = loaded(
				ResolvableType.forType(GenericTypeResolver.resolveType(method.getGenericReturnType(), type)));
		add(cache, codec(loaded).orElseThrow(() -> refusal(manager, cache,
				name(method) + " loads values of cache '" + cache.getName() + "', which has " + tiers(cache)
						+ ", and no codec for " + loaded.getTypeName() + " was found.",
				"Declare a return type that Jackson can read, such as a record or a list of records, add a bean of "
						+ "type ValueCodec.Factory" + orRemove(cache))));
	}

	private void add(EhCacheCache cache, ValueCodec codec) {
		this.codecs.computeIfAbsent(cache, (same) -> new LinkedHashMap<>()).put(codec.name(), codec);
	}

	private Optional<ValueCodec> codec(Type loaded) {
		return this.factories.stream().map((factory) -> factory.codec(loaded)).filter(Objects::nonNull).findFirst();
	}

	/** Lists the tiers of a cache by their names, or by what declares them. */
	private static String tiers(EhCacheCache cache, String offHeap, String disk, String shared) {
		List<String> all = new ArrayList<>();
		if (cache.declared().offHeapBytes() != null) {
			all.add(offHeap);
		}
		if (cache.declared().disk() != null) {
			all.add(disk);
		}
		if (cache.declared().global()) {
			all.add(shared);
		}
		return String.join(" and ", all);
	}

	/**
	 * {@return the tiers of a cache for a message}
	 */
	static String tiers(EhCacheCache cache) {
		return tiers(cache, "an off-heap tier", "a disk tier", "a shared tier");
	}

	private static String orRemove(EhCacheCache cache) {
		return ", or remove " + tiers(cache, "<offheap>", "<disk>", "scope") + ".";
	}

	/**
	 * Connects the caches of a manager with their tiers.
	 * @throws EhcacheXmlException if there is no tier, or a cache has no codec
	 */
	void share(EhCacheCacheManager manager) {
		for (EhCacheCache cache : manager.caches()) {
			if (!isTiered(cache)) {
				continue;
			}
			Class<?> declared = cache.declared().types().value();
			if (declared != Object.class) {
				codec(declared).ifPresent((codec) -> add(cache, codec));
			}
			Map<String, ValueCodec> known = this.codecs.get(cache);
			if (known == null) {
				throw refusal(manager, cache,
						"cache '" + cache.getName() + "' has " + tiers(cache)
								+ ", and no @Cacheable method loads its values.",
						"Add @Cacheable with sync = true to the method that loads them, declare a <value-type> that "
								+ "Jackson can read" + orRemove(cache));
			}
			if (cache.declared().global() && this.tier == null) {
				throw refusal(manager, cache,
						"cache '" + cache.getName() + "' is GLOBAL, and there is no client of Redis.",
						"Add io.lettuce:lettuce-core, or remove scope.");
			}
			cache.unwrap(CacheOperations.class)
				.attach(new SharedEntries(cache.getName(), cache.unwrap(CacheValidity.class)::state,
						cache.unwrap(EntryIndex.class).counters()::tierRefusal,
						cache.declared().isTiered() ? opened(manager, cache) : List.of(),
						cache.declared().global() ? this.tier : null, known.values()));
		}
	}

	private List<LocalTier> opened(EhCacheCacheManager manager, EhCacheCache cache) {
		if (this.local == null || !this.local.areFor(manager.declared())) {
			throw refusal(manager, cache,
					"cache '" + cache.getName() + "' has " + tiers(cache)
							+ ", and its cache manager is a bean of the application.",
					"Let Spring Boot create the cache manager" + orRemove(cache));
		}
		return this.local.open(cache.declared());
	}

	private static EhcacheXmlException refusal(EhCacheCacheManager manager, EhCacheCache cache, String problem,
			String remedy) {
		return new EhcacheXmlException(manager.declared(), cache.declared().place().cache(), problem, remedy);
	}

	static String name(Method method) {
		return method.getDeclaringClass().getSimpleName() + "." + method.getName();
	}

	/**
	 * Unwraps futures and optionals.
	 */
	private static Type loaded(ResolvableType returned) {
		Class<?> type = returned.toClass();
		return (CompletionStage.class.isAssignableFrom(type) || type == Optional.class)
				? returned.getGeneric().getType() : returned.getType();
	}

}
