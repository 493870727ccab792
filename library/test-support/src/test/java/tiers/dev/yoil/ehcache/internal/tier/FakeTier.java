package dev.yoil.ehcache.internal.tier;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * A shared tier in memory that records its calls. Claims do not wait for each other.
 */
public final class FakeTier implements SecondTier {

	/** The values by key. */
	public final Map<String, byte[]> values = new ConcurrentHashMap<>();

	/** The last TTL of each key. */
	public final List<Duration> times = new ArrayList<>();

	/** The number of released leases. */
	public int released;

	/** True to give no right to store. */
	public boolean away;

	private volatile CompletableFuture<?> ready = CompletableFuture.completedFuture(null);

	private final AtomicInteger held = new AtomicInteger();

	/**
	 * Holds all claims.
	 */
	public void hold() {
		this.ready = new CompletableFuture<>();
	}

	/**
	 * Completes all held claims.
	 */
	public void letGo() {
		this.ready.complete(null);
	}

	/**
	 * Returns the number of held claims.
	 */
	public int held() {
		return this.held.get();
	}

	@Override
	public CompletableFuture<TierLease> claim(String key) {
		this.held.incrementAndGet();
		if (this.away) {
			return CompletableFuture.completedFuture(TierLease.NONE);
		}
		return this.ready.thenApply((now) -> new FakeClaim(key, this.values.get(key)));
	}

	@Override
	public boolean isAvailable() {
		return this.ready.isDone();
	}

	@Override
	public TierLease refresh(String key) {
		return new FakeClaim(key, null);
	}

	private final class FakeClaim implements TierLease {

		private final String key;

		private final byte @Nullable [] value;

		private boolean ended;

		FakeClaim(String key, byte @Nullable [] value) {
			this.key = key;
			this.value = value;
		}

		@Override
		public byte @Nullable [] found() {
			return this.value;
		}

		@Override
		public void store(byte[] stored, Duration timeToLive) {
			FakeTier.this.values.put(this.key, stored);
			FakeTier.this.times.add(timeToLive);
		}

		@Override
		public void remove() {
			FakeTier.this.values.remove(this.key);
			release();
		}

		@Override
		public void release() {
			FakeTier.this.released += this.ended ? 0 : 1;
			this.ended = true;
		}

	}

}
