package dev.yoil.ehcache;

import dev.yoil.ehcache.LastAnswer.Kind;
import dev.yoil.ehcache.ledger.Ledger;
import dev.yoil.ehcache.ledger.StoredEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.cache.interceptor.CacheOperationInvoker;

/**
 * What becomes of the loads of a cache: their values are stored, their failures counted
 * and, where the policy allows it, answered with the value from before.
 */
final class StoredLoads implements KeyedLoads.Loaded {

	private static final Logger LOG = LoggerFactory.getLogger(EhCacheCache.class);

	private final EhCacheCache cache;

	private final EntryStore store;

	private final Ledger ledger;

	StoredLoads(EhCacheCache cache, EntryStore store, Ledger ledger) {
		this.cache = cache;
		this.store = store;
		this.ledger = ledger;
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
		this.ledger.loaded(failed, load.nanos());
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
	public @Nullable Answer failed(Object key, Throwable cause, Lease lease) {
		boolean news = this.store.loadFailed(key);
		Answer[] instead = new Answer[1];
		// Spring wraps what an annotated method throws to carry it through the loader.
		Throwable thrown = (cause instanceof CacheOperationInvoker.ThrowableWrapper wrapper) ? wrapper.getOriginal()
				: cause;
		if (thrown instanceof Exception) {
			lease.use(() -> instead[0] = this.store.instead(key));
		}
		if (instead[0] != null && news) {
			LOG.warn("Key '{}' of cache '{}' could not be loaded anew, the value from before is served: {}", key,
					this.cache.getName(), thrown.toString());
		}
		return instead[0];
	}

	@Override
	public void joined(Object key) {
		this.ledger.shared();
		LastAnswer.note(this.cache, key, (this.cache.asleep() == null) ? Kind.SHARED : Kind.BYPASS);
	}

	@Override
	public void waited(Object key, CacheWaitEvent event) {
		event.record(this.cache.getName(), key);
	}

}
