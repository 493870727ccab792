package dev.yoil.ehcache;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.HashedKey;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.ehcache.Cache;
import org.ehcache.config.ResourceType;
import org.ehcache.core.events.StoreEventSink;
import org.ehcache.core.spi.store.Store;
import org.ehcache.event.EventType;
import org.ehcache.impl.internal.store.heap.OnHeapStore;
import org.ehcache.impl.store.DefaultStoreEventDispatcher;
import org.ehcache.spi.service.ServiceConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * A provider of Ehcache's heap stores that removes entries from the entry index when
 * Ehcache removes them, in the same thread and before the operation returns. The public
 * listener API would switch to another thread for each event; docs/decisions/0002
 * explains the choice of this service provider interface.
 */
final class IndexingStoreProvider extends OnHeapStore.Provider {

	private final ElapsedTime time;

	IndexingStoreProvider(ElapsedTime time) {
		this.time = time;
	}

	/** Precedes Ehcache's own provider. */
	@Override
	public int rank(Set<ResourceType<?>> resources, Collection<ServiceConfiguration<?, ?>> configurations) {
		return super.rank(resources, configurations) * 2;
	}

	@Override
	@SuppressWarnings("unchecked") // the manager creates caches of these types only
	public <K, V> OnHeapStore<K, V> createStore(Store.Configuration<K, V> store,
			ServiceConfiguration<?, ?>... configurations) {
		for (ServiceConfiguration<?, ?> configuration : configurations) {
			if (configuration instanceof Target target) {
				return (OnHeapStore<K, V>) createStoreInternal((Store.Configuration<HashedKey, StoredEntry>) store,
						new Events(target, this.time, store.getDispatcherConcurrency()), configurations);
			}
		}
		return super.createStore(store, configurations);
	}

	/**
	 * The parts of our cache that belong to a native cache, as part of its configuration.
	 *
	 * @param told the events that listeners of the cache receive
	 * @param user the cache that callers use, decorated or not
	 */
	record Target(EntryIndex index, Set<EventType> told,
			AtomicReference<org.springframework.cache.@Nullable Cache> user)
			implements
				ServiceConfiguration<IndexingStoreProvider, Void> {

		/**
		 * Returns the reference of a cache of ours, or of a wrapper that delegates
		 * {@code getNativeCache()}; an empty reference for other caches.
		 */
		static AtomicReference<org.springframework.cache.@Nullable Cache> user(org.springframework.cache.Cache cache) {
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
		public Class<IndexingStoreProvider> getServiceType() {
			return IndexingStoreProvider.class;
		}

	}

	/** The events of one store. Listeners of the configuration file get them last. */
	private static final class Events extends DefaultStoreEventDispatcher<HashedKey, StoredEntry> {

		private final EntryIndex index;

		private final Set<EventType> told;

		private final ElapsedTime time;

		Events(Target target, ElapsedTime time, int concurrency) {
			super(concurrency);
			this.index = target.index();
			this.told = target.told();
			this.time = time;
		}

		@Override
		public StoreEventSink<HashedKey, StoredEntry> eventSink() {
			return new Operation(super.eventSink());
		}

		@Override
		public void releaseEventSink(StoreEventSink<HashedKey, StoredEntry> sink) {
			Operation operation = (Operation) sink;
			try {
				if (!operation.left.isEmpty()) {
					// An eviction may follow an operation that read no clock, or that ran
					// as if at another moment.
					long now = this.time.now();
					operation.left.forEach((entry) -> this.index.left(entry, now));
				}
			}
			finally {
				super.releaseEventSink(operation.listeners);
			}
		}

		@Override
		public void releaseEventSinkAfterFailure(StoreEventSink<HashedKey, StoredEntry> sink, Throwable failure) {
			super.releaseEventSinkAfterFailure(((Operation) sink).listeners, failure);
		}

		@Override
		public void reset(StoreEventSink<HashedKey, StoredEntry> sink) {
			Operation operation = (Operation) sink;
			operation.left = List.of();
			super.reset(operation.listeners);
		}

		/**
		 * The events of one operation. Ehcache reports them under its lock on the key. An
		 * entry leaves the index only after that: until Ehcache has released the lock,
		 * callers can find the entry, so a scan of the index must find it, too.
		 */
		private final class Operation implements StoreEventSink<HashedKey, StoredEntry> {

			private final StoreEventSink<HashedKey, StoredEntry> listeners;

			private List<StoredEntry> left = List.of();

			Operation(StoreEventSink<HashedKey, StoredEntry> listeners) {
				this.listeners = listeners;
			}

			/**
			 * Ehcache distinguishes two mappings of a key by their times alone. It may
			 * evict or expire a newer one of the same millisecond and report the older.
			 * So the entry that leaves is the one in the index, which is up-to-date under
			 * the lock.
			 */
			private void leaves(HashedKey key, @Nullable RemovalCause cause) {
				StoredEntry entry = Events.this.index.leaves(key.key(), cause);
				if (entry != null) {
					if (this.left.isEmpty()) {
						this.left = new ArrayList<>(2);
					}
					this.left.add(entry);
				}
			}

			@Override
			public void removed(HashedKey key, Supplier<StoredEntry> removed) {
				leaves(key, RemovalCause.REMOVED);
				this.listeners.removed(key, removed);
			}

			@Override
			public void evicted(HashedKey key, Supplier<StoredEntry> evicted) {
				leaves(key, RemovalCause.EVICTED);
				this.listeners.evicted(key, evicted);
			}

			@Override
			public void expired(HashedKey key, Supplier<StoredEntry> expired) {
				leaves(key, null);
				this.listeners.expired(key, expired);
			}

			/** The expiry policy has added the entry already. */
			@Override
			public void created(HashedKey key, StoredEntry created) {
				if (Events.this.told.contains(EventType.CREATED)) {
					this.listeners.created(key, created);
				}
			}

			@Override
			public void updated(HashedKey key, Supplier<StoredEntry> before, StoredEntry after) {
				// An entry replaces itself after a change of the policy.
				if (Events.this.told.contains(EventType.UPDATED) && before.get() != after) {
					this.listeners.updated(key, before, after);
				}
			}

		}

	}

}
