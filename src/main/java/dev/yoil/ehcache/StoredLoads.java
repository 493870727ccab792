package dev.yoil.ehcache;

import dev.yoil.ehcache.CacheLookup.Result;
import dev.yoil.ehcache.index.EntryIndex;
import dev.yoil.ehcache.index.StoredEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of the loads of a cache: their values are stored, their failures counted
 * and, where the policy allows it, answered with the value from before.
 */
final class StoredLoads implements KeyedLoads.Loaded {

	private static final Logger LOG = LoggerFactory.getLogger(EhCacheCache.class);

	private final EhCacheCache cache;

	private final EntryStore store;

	private final EntryIndex index;

	StoredLoads(EhCacheCache cache, EntryStore store, EntryIndex index) {
		this.cache = cache;
		this.store = store;
		this.index = index;
	}

	@Override
	public long now() {
		return this.store.now();
	}

	@Override
	public @Nullable Object present(Object key) {
		StoredEntry entry = this.store.findGood(key);
		return (entry != null) ? entry.value() : null;
	}

	@Override
	public void ended(Object key, Load load, boolean failed, boolean refresh) {
		this.index.loaded(failed, load.nanos());
		load.event().record(this.cache.getName(), key, failed, load.joined(), refresh);
	}

	@Override
	public void store(Object key, Object value, Lease lease, @Nullable Object replaced) {
		try {
			lease.use(() -> this.store.putLoaded(key, value, lease.since(), (StoredEntry) replaced));
		}
		catch (RuntimeException ex) {
			LOG.warn("Cache '{}' could not store a value it loaded: {}", this.cache.getName(), ex.toString());
		}
	}

	/**
	 * An {@link Error} is never answered with a value from before, and neither is a load
	 * whose key was written meanwhile.
	 */
	@Override
	public @Nullable Answer failed(Object key, LoadFailure failure, Load load) {
		boolean error = failure.isError();
		boolean news = this.store.isNews(key, error);
		Answer[] instead = new Answer[1];
		load.use(() -> {
			this.store.loadFailed(key, error);
			instead[0] = error ? null : this.store.instead(key);
		});
		if (news && instead[0] != null) {
			LOG.warn("Key '{}' of cache '{}' could not be loaded anew, the value from before is served: {}", key,
					this.cache.getName(), failure.reason().toString());
		}
		if (news && error && load.isRefresh()) {
			LOG.error("Key '{}' of cache '{}' could not be loaded anew", key, this.cache.getName(), failure.reason());
		}
		return instead[0];
	}

	@Override
	public void rejected(Object key, Throwable cause) {
		if (this.store.retryLater(key)) {
			LOG.warn("Key '{}' of cache '{}' could not be loaded anew for want of a thread: {}", key,
					this.cache.getName(), cause.toString());
		}
	}

	@Override
	public Answer late(Object key) {
		Answer instead = this.store.instead(key);
		if (instead == null) {
			throw new LoadTimeoutException(this.cache.getName(), key, this.cache.declared().policy().loadTimeout());
		}
		return instead;
	}

	@Override
	public void joined(Object key) {
		this.index.shared();
		CacheLookup.note(this.cache, key, (this.cache.bypassed() == null) ? Result.SHARED : Result.BYPASS);
	}

	@Override
	public void parted(Object key) {
		CacheLookup.note(this.cache, key, (this.cache.bypassed() == null) ? Result.MISS : Result.BYPASS);
	}

	@Override
	public void waited(Object key, CacheWaitEvent event) {
		event.record(this.cache.getName(), key);
	}

}
