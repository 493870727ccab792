package dev.yoil.ehcache;

import java.time.Duration;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import dev.yoil.ehcache.spi.CacheListener;
import org.ehcache.expiry.ExpiryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * An expiry policy that also adds entries to the entry index. Ehcache calls it inside its
 * own operations, for creations and updates under its lock on the key, so index and cache
 * always agree.
 */
final class IndexingExpiryPolicy implements ExpiryPolicy<HashedKey, StoredEntry> {

	private final EntryIndex index;

	private final ClockTimeSource time;

	private final CacheListener.Hits listener;

	/** Reused, because most entries are kept equally long. */
	private Duration last = ExpiryPolicy.INFINITE;

	IndexingExpiryPolicy(EntryIndex index, ClockTimeSource time, CacheListener.Hits listener) {
		this.index = index;
		this.time = time;
		this.listener = listener;
	}

	@Override
	public Duration getExpiryForCreation(HashedKey key, StoredEntry entry) {
		long now = this.time.told();
		this.index.created(key.key(), entry, now);
		return kept(entry, now);
	}

	@Override
	public Duration getExpiryForUpdate(HashedKey key, Supplier<? extends StoredEntry> replaced, StoredEntry entry) {
		long now = this.time.told();
		StoredEntry before = replaced.get();
		if (before == entry) {
			// The policy has changed.
			this.index.recount(entry);
		}
		else {
			this.index.updated(key.key(), before, entry, now);
		}
		return kept(entry, now);
	}

	@Override
	public @Nullable Duration getExpiryForAccess(HashedKey key, Supplier<? extends StoredEntry> accessed) {
		StoredEntry entry = accessed.get();
		long now = this.time.told();
		CachePolicy policy = this.index.policy();
		if (policy.staleIfError() != null && this.index.expiry(entry).passed(now)) {
			// A stale entry must not become fresh again.
			return null;
		}
		if (entry.accessed(now) && !entry.isDead()) {
			this.listener.hit(key.key(), now);
		}
		// Null leaves the expiry unchanged.
		return (policy.tti() != null) ? kept(entry, now) : null;
	}

	/**
	 * Ignores {@code until}, because the wall clock may be set. Never returns zero:
	 * Ehcache would drop the entry without an event after the index added it.
	 */
	private Duration kept(StoredEntry entry, long now) {
		CachePolicy policy = this.index.policy();
		Expiry expiry = entry.expiry(policy, Long.MAX_VALUE);
		long until = policy.keptUntil(expiry, entry.valueEnd());
		if (until == Long.MAX_VALUE) {
			return ExpiryPolicy.INFINITE;
		}
		long left = Math.max(until - now, 1);
		Duration last = this.last;
		if (last.toMillis() != left) {
			last = Duration.ofMillis(left);
			this.last = last;
		}
		return last;
	}

}
