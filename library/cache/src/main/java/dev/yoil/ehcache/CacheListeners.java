package dev.yoil.ehcache;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.spi.CacheListener;
import dev.yoil.ehcache.spi.CacheListenerFactory;
import dev.yoil.ehcache.spi.LoadOrigin;
import dev.yoil.ehcache.statistics.Removal;

/**
 * The listeners of one cache. Two are called as one by a class of its own instead of a
 * loop, so that the compiler can inline them.
 */
record CacheListeners(List<CacheListener> all) {

	/**
	 * {@return the factories of the modules beside this class}
	 */
	static List<CacheListenerFactory> factories() {
		return ServiceLoader.load(CacheListenerFactory.class, CacheListeners.class.getClassLoader())
			.stream()
			.map(ServiceLoader.Provider::get)
			.toList();
	}

	static CacheListeners of(String cache, List<CacheListenerFactory> factories, ElapsedTime time) {
		return new CacheListeners(factories.stream().map((factory) -> factory.create(cache, time)).toList());
	}

	/**
	 * {@return calls all listeners}
	 */
	CacheListener events() {
		return this.all.stream().reduce(Both::new).orElse(CacheListener.NONE);
	}

	/**
	 * {@return calls the listeners to hits, and only for these}
	 */
	CacheListener.Hits hits() {
		return this.all.stream()
			.filter(CacheListener.Hits.class::isInstance)
			.map(CacheListener.Hits.class::cast)
			.reduce((first, second) -> (key, now) -> {
				first.hit(key, now);
				second.hit(key, now);
			})
			.orElse(CacheListener.Hits.NONE);
	}

	<T> Optional<T> find(Class<T> type) {
		return this.all.stream().filter(type::isInstance).map(type::cast).findFirst();
	}

	private record Both(CacheListener first, CacheListener second) implements CacheListener {

		@Override
		public void missed(Object key) {
			this.first.missed(key);
			this.second.missed(key);
		}

		@Override
		public void stored(Object key) {
			this.first.stored(key);
			this.second.stored(key);
		}

		@Override
		public void put(Object key) {
			this.first.put(key);
			this.second.put(key);
		}

		@Override
		public void removalRequested(Object key, boolean present) {
			this.first.removalRequested(key, present);
			this.second.removalRequested(key, present);
		}

		@Override
		public void keyRemoved(Object key) {
			this.first.keyRemoved(key);
			this.second.keyRemoved(key);
		}

		@Override
		public void removed(Removal removal) {
			this.first.removed(removal);
			this.second.removed(removal);
		}

		@Override
		public void evicted(Object key, long expiresAt, long size) {
			this.first.evicted(key, expiresAt, size);
			this.second.evicted(key, expiresAt, size);
		}

		@Override
		public void cleared() {
			this.first.cleared();
			this.second.cleared();
		}

		@Override
		public void regionsChanged(Set<String> regions) {
			this.first.regionsChanged(regions);
			this.second.regionsChanged(regions);
		}

		@Override
		public void sourceCalled(List<Label> labels) {
			this.first.sourceCalled(labels);
			this.second.sourceCalled(labels);
		}

		@Override
		public void sourceReturned() {
			this.first.sourceReturned();
			this.second.sourceReturned();
		}

		@Override
		public void loaded(Object key, long nanos) {
			this.first.loaded(key, nanos);
			this.second.loaded(key, nanos);
		}

		@Override
		public void loadFailed(Object key, Throwable failure) {
			this.first.loadFailed(key, failure);
			this.second.loadFailed(key, failure);
		}

		@Override
		public void loadStored(Object key, long version, long createdAt, LoadOrigin origin) {
			this.first.loadStored(key, version, createdAt, origin);
			this.second.loadStored(key, version, createdAt, origin);
		}

	}

}
