package dev.yoil.ehcache;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.ehcache.Cache;
import org.ehcache.core.events.CacheEventDispatcher;
import org.ehcache.core.spi.service.ExecutionService;
import org.ehcache.core.spi.store.Store;
import org.ehcache.core.spi.store.events.StoreEvent;
import org.ehcache.event.EventType;
import org.ehcache.impl.internal.events.CacheEventDispatcherFactoryImpl;
import org.ehcache.spi.resilience.StoreAccessException;
import org.ehcache.spi.service.ServiceConfiguration;
import org.ehcache.spi.service.ServiceDependencies;
import org.jspecify.annotations.Nullable;

/**
 * A listener that removes entries from the entry index when Ehcache reports their
 * removal, in the same thread and before the operation returns. The public listener API
 * would switch to another thread for each event; docs/decisions/0002 explains the choice
 * of this service provider interface.
 */
@ServiceDependencies(ExecutionService.class)
final class StoreListener extends CacheEventDispatcherFactoryImpl {

	/** The expiry policy adds creations and updates, under Ehcache's lock on the key. */
	private static final Set<EventType> REMOVALS = EnumSet.of(EventType.EVICTED, EventType.EXPIRED, EventType.REMOVED);

	private final ElapsedTime time;

	StoreListener(ElapsedTime time) {
		this.time = time;
	}

	@Override
	public <K, V> CacheEventDispatcher<K, V> createCacheEventDispatcher(Store<K, V> store,
			ServiceConfiguration<?, ?>... configurations) {
		for (ServiceConfiguration<?, ?> configuration : configurations) {
			if (configuration instanceof Target target) {
				store.getStoreEventSource().addEventFilter((type, key, before, after) -> {
					if (type == EventType.REMOVED && before instanceof StoredEntry entry) {
						// Ehcache asks under its lock on the key. The event follows
						// later.
						entry.leaving(RemovalCause.REMOVED);
					}
					// An entry replaces itself after a change of the policy.
					return REMOVALS.contains(type) || (before != after && target.told().contains(type));
				});
				store.getStoreEventSource().addEventListener((event) -> {
					removed(target.index(), event);
					if (isUncertain(target.index(), event)) {
						target.reconciliations().add(() -> reconcile(store, target.index(), event));
					}
				});
			}
		}
		return super.createCacheEventDispatcher(store, configurations);
	}

	private void removed(EntryIndex index, StoreEvent<?, ?> event) {
		if (!(event.getOldValue() instanceof StoredEntry entry)) {
			return;
		}
		long now = this.time.now();
		switch (event.getType()) {
			case EVICTED -> index.evicted(entry, now);
			case EXPIRED -> index.expired(entry, now);
			case REMOVED -> index.left(entry, now);
			case CREATED, UPDATED -> {
				// For the listeners of the cache.
			}
		}
	}

	/**
	 * Ehcache distinguishes two mappings of a key by their times alone. It may evict or
	 * expire a newer one of the same millisecond and report the older, so the index is
	 * compared with Ehcache.
	 */
	private static boolean isUncertain(EntryIndex index, StoreEvent<?, ?> event) {
		return (event.getType() == EventType.EVICTED || event.getType() == EventType.EXPIRED)
				&& index.find(key(event)) != null;
	}

	private static Object key(StoreEvent<?, ?> event) {
		return ((HashedKey) event.getKey()).key();
	}

	private <K, V> void reconcile(Store<K, V> store, EntryIndex index, StoreEvent<K, V> event) {
		StoredEntry indexed = index.find(key(event));
		if (indexed == null) {
			return;
		}
		Object[] held = new Object[1];
		try {
			store.computeAndGet(event.getKey(), (key, value) -> {
				held[0] = value;
				return value;
			}, () -> false, () -> false);
		}
		catch (StoreAccessException ex) {
			throw new IllegalStateException("Failed to read Ehcache's heap store", ex);
		}
		if (held[0] != indexed) {
			index.evicted(indexed, this.time.now());
		}
	}

	/**
	 * The parts of our cache that belong to a native cache, as part of its configuration.
	 *
	 * @param told the events that listeners of the cache receive
	 * @param reconciliations takes comparisons of the index with Ehcache
	 * @param user the cache that callers use, decorated or not
	 */
	record Target(EntryIndex index, Set<EventType> told, DeferredReconciliations reconciliations,
			AtomicReference<@Nullable TypedCache> user) implements ServiceConfiguration<StoreListener, Void> {

		/**
		 * Returns the reference of a cache of ours, or of a wrapper that delegates
		 * {@code getNativeCache()}; an empty reference for other caches.
		 */
		static AtomicReference<@Nullable TypedCache> user(org.springframework.cache.Cache cache) {
			if (cache.getNativeCache() instanceof Cache<?, ?> entries) {
				for (ServiceConfiguration<?, ?> each : entries.getRuntimeConfiguration().getServiceConfigurations()) {
					if (each instanceof Target target) {
						return target.user();
					}
				}
			}
			return new AtomicReference<>();
		}

		@Override
		public Class<StoreListener> getServiceType() {
			return StoreListener.class;
		}

	}

}
