package dev.yoil.ehcache;

import java.util.EnumSet;
import java.util.Set;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.ehcache.core.events.CacheEventDispatcher;
import org.ehcache.core.spi.service.ExecutionService;
import org.ehcache.core.spi.store.Store;
import org.ehcache.core.spi.store.events.StoreEvent;
import org.ehcache.event.EventType;
import org.ehcache.impl.internal.events.CacheEventDispatcherFactoryImpl;
import org.ehcache.spi.resilience.StoreAccessException;
import org.ehcache.spi.service.ServiceConfiguration;
import org.ehcache.spi.service.ServiceDependencies;

/**
 * Removes from an entry index what Ehcache reports as gone, in the thread that made it go
 * and before its operation returns. The public listener API would hop to another thread
 * for each event; docs/decisions/0002 says why this service provider interface is used
 * instead.
 */
@ServiceDependencies(ExecutionService.class)
final class StoreListener extends CacheEventDispatcherFactoryImpl {

	/**
	 * Creations and updates are entered by the expiry policy, under the lock on the key.
	 */
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
				store.getStoreEventSource()
					.addEventFilter(
							(type, key, before, after) -> REMOVALS.contains(type) || target.told().contains(type));
				store.getStoreEventSource().addEventListener((event) -> {
					removed(target.index(), event);
					if (isUncertain(target.index(), event)) {
						target.unsettled().settle(() -> reconcile(store, target.index(), event));
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
		Object key = key(event);
		long now = this.time.now();
		switch (event.getType()) {
			case EVICTED -> index.evicted(key, entry, now);
			case EXPIRED -> index.expired(key, entry, now);
			case REMOVED -> index.removed(key, entry, RemovalCause.REMOVED, now);
			case CREATED, UPDATED -> {
				// For others who listen.
			}
		}
	}

	/**
	 * Ehcache tells two mappings of a key apart by their times alone. It may evict or
	 * expire a newer one of the same millisecond and report the older, so it is to be
	 * asked whether it still has what the entry index says.
	 */
	private static boolean isUncertain(EntryIndex index, StoreEvent<?, ?> event) {
		return (event.getType() == EventType.EVICTED || event.getType() == EventType.EXPIRED)
				&& index.find(key(event)) != null;
	}

	private static Object key(StoreEvent<?, ?> event) {
		return ((StoredKey) event.getKey()).key();
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
			throw new IllegalStateException("A store on the heap cannot be read", ex);
		}
		if (held[0] != indexed) {
			index.removed(key(event), indexed, RemovalCause.EVICTED, this.time.now());
		}
	}

	/**
	 * Names the entry index of a cache in that cache's configuration.
	 *
	 * @param told the events that listeners of the cache are told of
	 * @param unsettled what is left to ask Ehcache
	 */
	record Target(EntryIndex index, Set<EventType> told,
			Unsettled unsettled) implements ServiceConfiguration<StoreListener, Void> {

		@Override
		public Class<StoreListener> getServiceType() {
			return StoreListener.class;
		}

	}

}
