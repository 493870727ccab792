package dev.yoil.ehcache.boot;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import dev.yoil.ehcache.EhCacheCache;
import dev.yoil.ehcache.EhCacheCacheManager;
import dev.yoil.ehcache.internal.CacheInternals;
import dev.yoil.ehcache.internal.tier.SecondTier;
import dev.yoil.ehcache.tier.ValueCodec;
import dev.yoil.ehcache.xml.EhcacheXmlException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;

/**
 * The codecs of caches with the scope {@code GLOBAL}, chosen by the return types of the
 * methods that load their values.
 */
final class SharedValues {

	private final @Nullable SecondTier tier;

	private final List<ValueCodec.Factory> factories;

	private final Map<EhCacheCache, Map<String, ValueCodec>> codecs = new HashMap<>();

	/**
	 * Creates an instance without codecs.
	 * @param factories in the order of precedence
	 */
	SharedValues(@Nullable SecondTier tier, List<ValueCodec.Factory> factories) {
		this.tier = tier;
		this.factories = factories;
	}

	/**
	 * Adds a method that loads values of a cache with the scope {@code GLOBAL}.
	 * @throws EhcacheXmlException if the values cannot be shared
	 */
	void loadedBy(EhCacheCacheManager manager, EhCacheCache cache, Method method, Class<?> type, boolean sync) {
		if (!sync) {
			throw refusal(manager, cache, name(method) + " is @Cacheable without sync = true, so its values cannot be "
					+ "shared by instances.", "Add sync = true, or remove scope.");
		}
		Type loaded = loaded(
				ResolvableType.forType(GenericTypeResolver.resolveType(method.getGenericReturnType(), type)));
		ValueCodec codec = this.factories.stream()
			.map((factory) -> factory.codec(loaded))
			.filter(Objects::nonNull)
			.findFirst()
			.orElseThrow(() -> refusal(manager, cache,
					name(method) + " loads values of cache '" + cache.getName()
							+ "', which is GLOBAL, and no codec for " + loaded.getTypeName() + " was found.",
					"Declare a return type that Jackson can read, such as a record or a list of records, add a bean of "
							+ "type ValueCodec.Factory, or remove scope."));
		this.codecs.computeIfAbsent(cache, (same) -> new LinkedHashMap<>()).put(codec.name(), codec);
	}

	/**
	 * Connects the caches of a manager with the shared tier.
	 * @throws EhcacheXmlException if there is no tier, or a cache has no codec
	 */
	void share(EhCacheCacheManager manager) {
		for (EhCacheCache cache : manager.caches()) {
			if (!cache.declared().global()) {
				continue;
			}
			Map<String, ValueCodec> known = this.codecs.get(cache);
			if (known == null) {
				throw refusal(manager, cache,
						"cache '" + cache.getName() + "' is GLOBAL, and no @Cacheable method loads its values.",
						"Add @Cacheable with sync = true to the method that loads them, or remove scope.");
			}
			if (this.tier == null) {
				throw refusal(manager, cache,
						"cache '" + cache.getName() + "' is GLOBAL, and there is no client of Redis.",
						"Add io.lettuce:lettuce-core, or remove scope.");
			}
			CacheInternals.of(cache).tier().share(this.tier, known.values());
		}
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
