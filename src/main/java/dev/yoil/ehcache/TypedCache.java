package dev.yoil.ehcache;

import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.internal.InspectableCache;
import dev.yoil.ehcache.xml.DeclaredCache;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.NullValue;

/**
 * A cache that refuses keys and values of other types than the file declares, and says
 * which one it is. Ehcache itself refuses such keys when it gets to see them, without
 * naming the cache, and of the values it only knows the entries that they are in.
 */
abstract class TypedCache extends InspectableCache {

	private final DeclaredCache types;

	TypedCache(DeclaredCache types) {
		this.types = types;
	}

	/**
	 * Refuses a key of another type before anything is done with it.
	 * @throws ClassCastException if it is of another type than the file declares
	 */
	final void requireType(Object key) {
		require(this.types.types().key(), key, "keys");
	}

	@Override
	public @Nullable CompletableFuture<?> retrieve(Object key) {
		Object value = lookup(key);
		return (value != null) ? CompletableFuture.completedFuture(toValueWrapper(value)) : null;
	}

	/** The type is the promise of the caller, as in all of Spring's caches. */
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
			require(this.types.types().value(), stored, "values");
		}
		return stored;
	}

	private void require(Class<?> type, Object actual, String what) {
		if (!type.isInstance(actual)) {
			throw new ClassCastException("The cache '" + this.types.name() + "' has " + what + " of type "
					+ type.getName() + " (line " + this.types.place().cache() + " of " + this.types.place().file()
					+ "), not of type " + actual.getClass().getName());
		}
	}

}
