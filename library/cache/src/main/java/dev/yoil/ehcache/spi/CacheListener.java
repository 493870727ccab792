package dev.yoil.ehcache.spi;

import java.util.List;
import java.util.Set;

import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.statistics.Removal;

/**
 * A listener for the events of one cache. Each event is delivered once, in the thread
 * that causes it. Ehcache may hold its lock on the key, so methods are fast and do not
 * wait, throw or use the cache. Thread-safe.
 * <p>
 * Moments are of the {@link CacheListenerFactory.Time} of the cache.
 */
public interface CacheListener {

	/** Ignores all events. */
	CacheListener NONE = new CacheListener() {
	};

	/** Called when a caller looked up a key that has no fresh value. */
	default void missed(Object key) {
	}

	/**
	 * Called when a value is being stored, put or loaded, under Ehcache's lock on the
	 * key.
	 */
	default void stored(Object key) {
	}

	/** Called after a caller's {@code put} has stored a value. */
	default void put(Object key) {
	}

	/**
	 * Called before a key is removed at the request of a caller.
	 * @param present whether the key has an entry, expired or not
	 */
	default void removalRequested(Object key, boolean present) {
	}

	/**
	 * Called after a caller or an operator has removed a key, whether it had an entry or
	 * not.
	 */
	default void keyRemoved(Object key) {
	}

	/**
	 * Called when an entry has left the cache, in the thread that removed it.
	 * @param removal the removal; its time is a moment of the cache's clock
	 */
	default void removed(Removal removal) {
	}

	/**
	 * Called after {@link #removed} if the entry left for lack of room.
	 * @param expiresAt when it would have expired
	 * @param size the number of entries that are left
	 */
	default void evicted(Object key, long expiresAt, long size) {
	}

	/** Called when the cache is being cleared, before its entries leave. */
	default void cleared() {
	}

	/** Called when regions have changed, before the entries of their keys leave. */
	default void regionsChanged(Set<String> regions) {
	}

	/**
	 * Called before a load calls its source, in the thread that calls it.
	 * @param labels the labels of the values, as the validity of the cache gave them
	 */
	default void sourceCalled(List<Label> labels) {
	}

	/** Called in the same thread after that call has returned or failed. */
	default void sourceReturned() {
	}

	/**
	 * Called when a load has returned a value, before the value is stored.
	 * @param nanos the duration of the load, in nanoseconds
	 */
	default void loaded(Object key, long nanos) {
	}

	/** Called when a load has failed, unless it found that its value is gone. */
	default void loadFailed(Object key, Throwable failure) {
	}

	/**
	 * Called after a loaded value was stored.
	 * @param version the version of the value
	 * @param createdAt when it was stored
	 */
	default void loadStored(Object key, long version, long createdAt, LoadOrigin origin) {
	}

	/**
	 * A listener that also receives hits. A hit does not call other listeners.
	 */
	@FunctionalInterface
	interface Hits extends CacheListener {

		/** Ignores all events. */
		Hits NONE = (key, now) -> {
		};

		/** Called at the first access of a value in a millisecond. */
		void hit(Object key, long now);

	}

	/**
	 * A listener that knows which tables loads read.
	 */
	interface Tables extends CacheListener {

		/**
		 * Returns the validity of the cache, whose values depend on the tables that their
		 * loads read. Called before the cache is used.
		 * @param own the validity without tables
		 */
		CacheValidity dependingOnTables(CacheValidity own);

	}

}
