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
 * A second tier in memory, that writes down what is done to it. Nobody waits for anybody.
 */
public final class FakeTier implements SecondTier {

	/** What it has, by key. */
	public final Map<String, byte[]> values = new ConcurrentHashMap<>();

	/** For how long each was stored last. */
	public final List<Duration> times = new ArrayList<>();

	/** How many rights were given back. */
	public int released;

	/** Whether nobody is known to have stored what it has. */
	public boolean forged;

	private volatile CompletableFuture<?> ready = CompletableFuture.completedFuture(null);

	private final AtomicInteger asked = new AtomicInteger();

	/**
	 * Has all wait who ask.
	 */
	public void hold() {
		this.ready = new CompletableFuture<>();
	}

	/**
	 * Answers all who wait.
	 */
	public void letGo() {
		this.ready.complete(null);
	}

	/**
	 * How many have asked.
	 */
	public int asked() {
		return this.asked.get();
	}

	@Override
	public CompletableFuture<TierLease> claim(String key) {
		this.asked.incrementAndGet();
		return this.ready.thenApply((now) -> new FakeClaim(key, this.values.get(key)));
	}

	@Override
	public CompletableFuture<@Nullable Duration> timeLeft(String key) {
		return CompletableFuture.completedFuture(this.values.containsKey(key) ? Duration.ofSeconds(7) : null);
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

		FakeClaim(String key, byte @Nullable [] value) {
			this.key = key;
			this.value = value;
		}

		@Override
		public byte @Nullable [] found() {
			if (FakeTier.this.forged && this.value != null) {
				throw new IllegalArgumentException("not signed");
			}
			return this.value;
		}

		@Override
		public void store(byte[] stored, Duration timeToLive) {
			FakeTier.this.values.put(this.key, stored);
			FakeTier.this.times.add(timeToLive);
		}

		@Override
		public void release() {
			FakeTier.this.released++;
		}

	}

}
