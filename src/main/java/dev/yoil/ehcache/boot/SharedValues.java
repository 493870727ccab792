package dev.yoil.ehcache.boot;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
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
 * Has the caches that are declared so share their values, whose kinds are what the
 * methods return that load them.
 */
final class SharedValues {

	private final EhCacheCacheManager manager;

	private final @Nullable SecondTier tier;

	private final List<ValueCodec.Factory> factories;

	private final Map<EhCacheCache, Map<String, ValueCodec>> codecs = new LinkedHashMap<>();

	/**
	 * Creates what knows of no method yet.
	 * @param factories know codecs, those that know most first
	 */
	SharedValues(EhCacheCacheManager manager, @Nullable SecondTier tier, List<ValueCodec.Factory> factories) {
		this.manager = manager;
		this.tier = tier;
		this.factories = factories;
	}

	/**
	 * Takes note of a method that loads values of a cache.
	 * @throws EhcacheXmlException if they cannot be shared and should
	 */
	void loadedBy(Method method, Class<?> type, String cacheName) {
		for (EhCacheCache cache : this.manager.caches()) {
			if (cache.getName().equals(cacheName) && cache.declared().global()) {
				add(cache, method, loaded(
						ResolvableType.forType(GenericTypeResolver.resolveType(method.getGenericReturnType(), type))));
			}
		}
	}

	private void add(EhCacheCache cache, Method method, Type loaded) {
		ValueCodec codec = this.factories.stream()
			.map((factory) -> factory.codec(loaded))
			.filter(Objects::nonNull)
			.findFirst()
			.orElseThrow(() -> refusal(cache,
					method.getDeclaringClass().getSimpleName() + "." + method.getName() + " loads values of cache '"
							+ cache.getName() + "', which is GLOBAL, and nothing turns a " + loaded.getTypeName()
							+ " into bytes and back."));
		this.codecs.computeIfAbsent(cache, (same) -> new LinkedHashMap<>()).put(codec.name(), codec);
	}

	/**
	 * Begins to share.
	 * @throws EhcacheXmlException if there is nothing to share by
	 */
	void share() {
		for (EhCacheCache cache : this.manager.caches()) {
			if (!cache.declared().global()) {
				continue;
			}
			Map<String, ValueCodec> known = this.codecs.get(cache);
			if (known == null) {
				throw refusal(cache, "cache '" + cache.getName()
						+ "' is GLOBAL, and no @Cacheable method says what its values are.");
			}
			if (this.tier == null) {
				throw new EhcacheXmlException(this.manager.declared(), cache.declared().place().cache(),
						"cache '" + cache.getName() + "' is GLOBAL, and there is no client of Redis.",
						"Add io.lettuce:lettuce-core, or leave scope out.");
			}
			CacheInternals.of(cache).tier().share(this.tier, known.values());
		}
	}

	private EhcacheXmlException refusal(EhCacheCache cache, String problem) {
		return new EhcacheXmlException(this.manager.declared(), cache.declared().place().cache(), problem,
				"Declare a return type that Jackson can read again, such as a record or a list of records, give a bean of "
						+ "type ValueCodec.Factory, or leave scope out.");
	}

	/**
	 * {@return the type of what is stored: not the future or the optional it comes in}
	 */
	private static Type loaded(ResolvableType returned) {
		Class<?> type = returned.toClass();
		return (CompletionStage.class.isAssignableFrom(type) || type == Optional.class)
				? returned.getGeneric().getType() : returned.getType();
	}

}
