package dev.yoil.ehcache;

import java.time.Duration;
import java.util.function.Supplier;

import dev.yoil.ehcache.internal.index.EntryIndex;
import dev.yoil.ehcache.internal.index.StoredEntry;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import org.ehcache.expiry.ExpiryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Tells Ehcache how long to keep an entry, and the entry index what Ehcache is just
 * doing: these callbacks run inside the store's own operation, creation and update under
 * its lock on the key, so both always agree.
 */
final class IndexingExpiryPolicy implements ExpiryPolicy<StoredKey, StoredEntry> {

	private final CachePolicy policy;

	private final EntryIndex index;

	private final ClockTimeSource time;

	/** Most entries are kept for as long as the one before. */
	private Duration last = ExpiryPolicy.INFINITE;

	IndexingExpiryPolicy(CachePolicy policy, EntryIndex index, ClockTimeSource time) {
		this.policy = policy;
		this.index = index;
		this.time = time;
	}

	@Override
	public Duration getExpiryForCreation(StoredKey key, StoredEntry entry) {
		long now = this.time.told();
		this.index.created(key.key(), entry, now);
		return kept(entry, now);
	}

	@Override
	public Duration getExpiryForUpdate(StoredKey key, Supplier<? extends StoredEntry> replaced, StoredEntry entry) {
		long now = this.time.told();
		this.index.updated(key.key(), replaced.get(), entry, now);
		return kept(entry, now);
	}

	@Override
	public @Nullable Duration getExpiryForAccess(StoredKey key, Supplier<? extends StoredEntry> accessed) {
		StoredEntry entry = accessed.get();
		long now = this.time.told();
		if (this.policy.staleIfError() != null && this.index.expiry(entry).passed(now)) {
			// Kept for the case of an error, it must not come back to life.
			return null;
		}
		entry.accessed(now);
		// Null is Ehcache's way to leave the expiry as it is.
		return (this.policy.tti() != null) ? kept(entry, now) : null;
	}

	/**
	 * Without {@code until}: the wall clock may be set. Never zero: Ehcache would drop
	 * the entry without a word after the entry index entered it.
	 */
	private Duration kept(StoredEntry entry, long now) {
		Expiry expiry = this.policy.expiry(entry.createdAt(), entry.lastAccessedAt(), Long.MAX_VALUE);
		long until = this.policy.keptUntil(expiry, Long.MAX_VALUE);
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
