package dev.yoil.ehcache;

import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.support.AbstractValueAdaptingCache;
import org.springframework.cache.support.NullValue;

/**
 * A cache that checks keys and values against the types in the configuration file.
 * Ehcache itself sees wrapped keys and values only.
 */
abstract class TypedCache extends AbstractValueAdaptingCache {

	TypedCache() {
		super(true);
	}

	/**
	 * Returns a cache of ours, decorated or not, that may be in a foreign wrapper.
	 * @throws IllegalArgumentException if it is another cache
	 */
	static TypedCache of(Cache cache) {
		Cache own = (cache instanceof TypedCache) ? cache : IndexingStoreProvider.Target.user(cache).get();
		if (!(own instanceof TypedCache typed)) {
			throw new IllegalArgumentException("Cache '" + cache.getName() + "' of type " + cache.getClass().getName()
					+ " does not belong to an EhCacheCacheManager: use a cache of that manager, or a wrapper that"
					+ " delegates getNativeCache()");
		}
		return typed;
	}

	/** Returns an object behind this cache. */
	abstract <T> T unwrap(Class<T> type);

	/** Returns the declaration, which may change while the cache is in use. */
	abstract DeclaredCache declared();

	@Override
	public String getName() {
		return declared().name();
	}

	/**
	 * Checks the type of a key.
	 * @throws ClassCastException if it is not of the declared type
	 */
	final void requireType(Object key) {
		require(declared().types().key(), key, "keys");
	}

	/**
	 * Begins a load that its caller runs, after a miss and before the value is read.
	 */
	abstract PlainLoad beginLoad(Object key);

	@Override
	public @Nullable CompletableFuture<?> retrieve(Object key) {
		Object value = lookup(key);
		return (value != null) ? CompletableFuture.completedFuture(toValueWrapper(value)) : null;
	}

	/**
	 * {@inheritDoc}
	 * @throws IllegalStateException if the value is not of the type
	 */
	@Override
	public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
		T value = typed(lookup(key));
		if (value == null || type == null || type.isInstance(value)) {
			return value;
		}
		throw new IllegalStateException(
				"Cache '" + getName() + "' has a value of type " + ((Object) value).getClass().getName()
						+ " under the key " + KeyText.logged(key) + ", not of type " + type.getName());
	}

	/** The caller vouches for the type, as in all of Spring's caches. */
	@SuppressWarnings({ "unchecked", "TypeParameterUnusedInFormals" }) // see above
	final <T> @Nullable T typed(@Nullable Object storeValue) {
		return (T) fromStoreValue(storeValue);
	}

	@Override
	public void evict(Object key) {
		evictIfPresent(key);
	}

	@Override
	public void clear() {
		invalidate();
	}

	@Override
	protected final Object toStoreValue(@Nullable Object value) {
		Object stored = super.toStoreValue(value);
		if (stored != NullValue.INSTANCE) {
			require(declared().types().value(), stored, "values");
		}
		return stored;
	}

	private void require(Class<?> type, Object actual, String role) {
		if (!type.isInstance(actual)) {
			DeclaredCache.Place place = declared().place();
			throw new ClassCastException("Cache '" + getName() + "' requires " + role + " of type " + type.getName()
					+ " (line " + place.cache() + " of " + place.file() + "), not " + actual.getClass().getName());
		}
	}

}
