package dev.yoil.ehcache.tier;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

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

	@Override
	public CompletableFuture<Claim> claim(String key) {
		byte[] value = this.values.get(key);
		return CompletableFuture.completedFuture(new FakeClaim(key, value));
	}

	@Override
	public Claim refresh(String key) {
		return new FakeClaim(key, null);
	}

	@Override
	public void remove(Collection<String> keys) {
		keys.forEach(this.values::remove);
	}

	private final class FakeClaim implements Claim {

		private final String key;

		private final byte @Nullable [] value;

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
		public void release() {
			FakeTier.this.released++;
		}

	}

}
