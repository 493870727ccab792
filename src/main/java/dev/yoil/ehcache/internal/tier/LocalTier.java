package dev.yoil.ehcache.internal.tier;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A second tier of one cache on this machine, off-heap or on disk. It answers in the
 * calling thread. Thread-safe.
 */
public final class LocalTier implements SecondTier, AutoCloseable {

	private final Level level;

	private final long capacityBytes;

	private final ByteStore store;

	private final long openNanos;

	private final String prefix;

	private final LongAdder hits = new LongAdder();

	private final LongAdder misses = new LongAdder();

	private final LongAdder getNanos = new LongAdder();

	private final LongAdder puts = new LongAdder();

	private final LongAdder putNanos = new LongAdder();

	/**
	 * Opens a tier.
	 * @param store opens its store, which the tier then owns
	 * @param prefix the prefix of all names
	 */
	public LocalTier(Level level, long capacityBytes, Supplier<ByteStore> store, String prefix) {
		this.level = level;
		this.capacityBytes = capacityBytes;
		long started = System.nanoTime();
		this.store = store.get();
		this.openNanos = System.nanoTime() - started;
		this.prefix = prefix + ":";
	}

	/**
	 * {@return the level of the tier}
	 */
	public Level level() {
		return this.level;
	}

	@Override
	public CompletableFuture<TierLease> claim(String key) {
		long started = System.nanoTime();
		byte[] found = this.store.get(this.prefix + key);
		this.getNanos.add(System.nanoTime() - started);
		((found != null) ? this.hits : this.misses).increment();
		return CompletableFuture.completedFuture(new LocalLease(key, found));
	}

	@Override
	public CompletableFuture<@Nullable Duration> timeLeft(String key) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public boolean isAvailable() {
		return this.store.isAvailable();
	}

	@Override
	public TierLease refresh(String key) {
		return new LocalLease(key, null);
	}

	/**
	 * {@return whether there is a value, without counting as access}
	 */
	public boolean contains(String key) {
		return this.store.get(this.prefix + key) != null;
	}

	/**
	 * {@return the statistics so far}
	 */
	public LevelStatistics statistics() {
		long found = this.hits.sum();
		long absent = this.misses.sum();
		long stored = this.puts.sum();
		return new LevelStatistics(this.level, this.store.entries(), this.store.bytes(), this.capacityBytes, found,
				absent, stored, this.store.evictions(), this.store.failures(), this.store.isAvailable(),
				meanMicros(this.getNanos, found + absent), meanMicros(this.putNanos, stored),
				TimeUnit.NANOSECONDS.toMillis(this.openNanos));
	}

	private static double meanMicros(LongAdder nanos, long count) {
		return (count > 0) ? Math.round(nanos.sum() / 100.0 / count) / 10.0 : 0;
	}

	@Override
	public void close() {
		this.store.close();
	}

	private final class LocalLease implements TierLease {

		private final String key;

		private final byte @Nullable [] found;

		LocalLease(String key, byte @Nullable [] found) {
			this.key = key;
			this.found = found;
		}

		@Override
		public byte @Nullable [] found() {
			return this.found;
		}

		@Override
		public void store(byte[] value, Duration timeToLive) {
			long started = System.nanoTime();
			LocalTier.this.store.put(LocalTier.this.prefix + this.key, value);
			LocalTier.this.putNanos.add(System.nanoTime() - started);
			LocalTier.this.puts.increment();
		}

	}

}
