package dev.yoil.ehcache;

import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;

import dev.yoil.ehcache.ledger.Ledger;
import dev.yoil.ehcache.ledger.StoredEntry;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Expiry;
import org.ehcache.expiry.ExpiryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Tells Ehcache how long an entry lives, and the ledger what Ehcache is just doing: these
 * callbacks run inside the store's own operation, creation and update under its lock on
 * the key, so both always agree.
 */
final class LedgerExpiryPolicy implements ExpiryPolicy<Object, StoredEntry> {

	private final CachePolicy policy;

	private final Ledger ledger;

	private final Clock clock;

	LedgerExpiryPolicy(CachePolicy policy, Ledger ledger, Clock clock) {
		this.policy = policy;
		this.ledger = ledger;
		this.clock = clock;
	}

	@Override
	public Duration getExpiryForCreation(Object key, StoredEntry entry) {
		long now = this.clock.millis();
		this.ledger.created(key, entry, now);
		return lifetime(this.ledger.expiry(entry), now);
	}

	@Override
	public Duration getExpiryForUpdate(Object key, Supplier<? extends StoredEntry> replaced, StoredEntry entry) {
		long now = this.clock.millis();
		this.ledger.updated(key, replaced.get(), entry, now);
		return lifetime(this.ledger.expiry(entry), now);
	}

	@Override
	public @Nullable Duration getExpiryForAccess(Object key, Supplier<? extends StoredEntry> accessed) {
		StoredEntry entry = accessed.get();
		long now = this.clock.millis();
		entry.accessed(now);
		Duration tti = this.policy.tti();
		if (tti == null) {
			// Ehcache's way to leave the expiry as it is.
			return null;
		}
		long left = entry.deadline().at() - now;
		return (tti.toMillis() <= left) ? tti : Duration.ofMillis(Math.max(left, 0));
	}

	private static Duration lifetime(Expiry expiry, long now) {
		return (expiry.by() != null) ? Duration.ofMillis(expiry.at() - now) : ExpiryPolicy.INFINITE;
	}

}
