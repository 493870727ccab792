package dev.yoil.ehcache.internal.tier;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Two tiers, of which the second is asked if the first has no fresh value. A value that
 * it has is stored in the first, too. Thread-safe.
 */
public final class TierChain implements SecondTier {

	private final SecondTier first;

	private final SecondTier second;

	private final Predicate<byte[]> fresh;

	/**
	 * Creates a chain.
	 * @param fresh tells whether a value may be served
	 */
	public TierChain(SecondTier first, SecondTier second, Predicate<byte[]> fresh) {
		this.first = first;
		this.second = second;
		this.fresh = fresh;
	}

	@Override
	public CompletableFuture<TierLease> claim(String key) {
		return this.first.claim(key).thenCompose((upper) -> {
			byte[] found = upper.found();
			return (found != null && this.fresh.test(found)) ? CompletableFuture.completedFuture(upper)
					: this.second.claim(key).thenApply((lower) -> new Both(upper, lower));
		});
	}

	@Override
	public CompletableFuture<@Nullable Duration> timeLeft(String key) {
		return this.second.timeLeft(key);
	}

	@Override
	public boolean isAvailable() {
		return this.first.isAvailable() && this.second.isAvailable();
	}

	@Override
	public TierLease refresh(String key) {
		return new Both(this.first.refresh(key), this.second.refresh(key));
	}

	/** The claims of a key in both tiers, after the first had no fresh value. */
	private record Both(TierLease upper, TierLease lower) implements TierLease {

		@Override
		public byte @Nullable [] found() {
			byte[] found = this.lower.found();
			if (found == null) {
				// Perhaps a stale one.
				return this.upper.found();
			}
			this.upper.store(found, Duration.ZERO);
			return found;
		}

		@Override
		public void store(byte[] value, Duration timeToLive) {
			this.upper.store(value, timeToLive);
			this.lower.store(value, timeToLive);
		}

		@Override
		public void release() {
			this.upper.release();
			this.lower.release();
		}

	}

}
