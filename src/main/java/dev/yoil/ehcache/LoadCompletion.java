package dev.yoil.ehcache;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.internal.index.CacheCounters;
import dev.yoil.ehcache.internal.index.StoredEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The completion of the loads of one cache: values are stored, failures counted and,
 * where the policy allows it, answered with the value from before (stale-if-error, RFC
 * 5861). Called by the thread that loads, under no lock. Thread-safe.
 */
final class LoadCompletion {

	private static final Logger LOG = LoggerFactory.getLogger(LoadCompletion.class);

	/** The pause after a failed load or a rejected refresh. */
	private static final long RETRY_MILLIS = 1_000;

	/** Time between log lines: the failure of a source concerns all keys. */
	private static final long QUIET_MILLIS = 1_000;

	private final String cache;

	private final EntryStore store;

	private final Freshness freshness;

	private final CacheCounters counters;

	private final TierLoads tier;

	private final AtomicLong quietUntil = new AtomicLong(Long.MIN_VALUE);

	LoadCompletion(String cache, EntryStore store, Freshness freshness, CacheCounters counters, TierLoads tier) {
		this.tier = tier;
		this.cache = cache;
		this.store = store;
		this.freshness = freshness;
		this.counters = counters;
	}

	long now() {
		return this.freshness.now();
	}

	@Nullable Object present(Object key) {
		StoredEntry entry = this.store.findGood(key);
		return (entry != null) ? entry.value() : null;
	}

	/**
	 * Completes a load.
	 * @param value what it gave; {@code null} if it failed
	 * @param failure why it failed
	 * @return the answer to all callers that wait for it
	 */
	Outcome complete(Object key, Load load, @Nullable Object value, @Nullable Throwable failure) {
		try {
			// A value that the second tier had was not loaded.
			if (!load.isFound()) {
				load.record(this.counters, this.cache, key, value == null);
			}
			if (value != null) {
				store(key, value, load);
				return Outcome.of(value);
			}
			return failed(key,
					LoadFailure.of((failure != null) ? failure : new IllegalStateException("The load gave no future")),
					load);
		}
		catch (Throwable ex) {
			return Outcome.failed(new LoadFailure(ex, false));
		}
	}

	/**
	 * Stores a value if its lease still holds and nothing was written meanwhile but what
	 * it replaces. A failure to store is no failure to load.
	 */
	private void store(Object key, Object value, Load load) {
		boolean stored = false;
		try {
			Runnable keeping = this.tier.keeping(load, value);
			stored = load.use(() -> {
				this.store.putLoaded(key, load.entry(value), load.replaced());
				keeping.run();
			});
			if (!stored) {
				this.counters.voidedLoad();
			}
		}
		catch (RuntimeException ex) {
			LOG.warn("Cache '{}' could not store a value it loaded: {}", this.cache, ex.toString());
		}
		finally {
			if (!stored) {
				load.claim().release();
			}
		}
	}

	/**
	 * Finds what may be answered instead of a value that could not be loaded. An
	 * {@link Error} is never answered with a value from before, and neither is a load
	 * whose key was written meanwhile.
	 */
	Outcome failed(Object key, LoadFailure failure, Load load) {
		load.claim().release();
		if (failure.isInterruption()) {
			return Outcome.failed(failure);
		}
		boolean error = failure.isError();
		boolean first = isFirst(this.store.peek(key), error);
		boolean held = load.use(() -> {
			StoredEntry entry = this.store.peek(key);
			if (entry != null) {
				entry.failedWithError(error);
				entry.retryAt(now() + RETRY_MILLIS);
			}
		});
		Outcome instead = (held && !error) ? instead(key) : null;
		if (first && instead != null) {
			logServed(key, failure);
		}
		if (first && error && load.isRefresh()) {
			LOG.error("Key {} of cache '{}' could not be refreshed", KeyText.logged(key), this.cache, failure.reason());
		}
		return (instead != null) ? instead : Outcome.failed(failure);
	}

	private static boolean isFirst(@Nullable StoredEntry before, boolean error) {
		return before == null || before.retryAt() == 0 || before.failedWithError() != error;
	}

	private void logServed(Object key, LoadFailure failure) {
		long now = now();
		long until = this.quietUntil.get();
		if (now >= until && this.quietUntil.compareAndSet(until, now + QUIET_MILLIS)) {
			LOG.warn("Key {} of cache '{}' could not be loaded again, the value from before is served: {}",
					KeyText.logged(key), this.cache, failure.reason().toString());
		}
	}

	/**
	 * Notes that no thread took a refresh. That is no load, and says nothing of the
	 * source.
	 */
	void rejected(Object key, Throwable cause) {
		this.freshness.pauseRefreshes(now() + RETRY_MILLIS);
		LOG.warn("Key {} of cache '{}' could not be refreshed because no thread took it: {}", KeyText.logged(key),
				this.cache, cause.toString());
	}

	/**
	 * Returns what may be answered to a caller who has waited long enough for another's
	 * load.
	 * @throws LoadTimeoutException if there is nothing
	 */
	Outcome late(Object key, @Nullable Duration timeout) {
		Outcome instead = instead(key);
		if (instead == null) {
			throw new LoadTimeoutException(this.cache, key, timeout);
		}
		return instead;
	}

	private @Nullable Outcome instead(Object key) {
		boolean valid = this.freshness.isValid();
		StoredEntry entry = (this.store.bypassed() == null) ? this.store.peek(key) : null;
		if (entry == null) {
			return null;
		}
		boolean stale = !valid || this.freshness.isExpired(entry);
		return (!stale || this.freshness.isServableOnError(entry)) ? new Outcome(entry.value(), stale, null) : null;
	}

	void shared() {
		this.counters.sharedLoad();
	}

	void waited(Object key, CacheWaitEvent event) {
		event.record(this.cache, key);
	}

}
