package dev.yoil.ehcache.internal.tier;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import dev.yoil.ehcache.spi.LevelStatistics;
import org.jspecify.annotations.Nullable;

/**
 * An off-heap or disk tier of one cache: bytes by name. It may lose values at any time.
 * Thread-safe. Reads and writes do not throw.
 */
public abstract class LocalTier implements AutoCloseable {

	private final String level;

	private final long capacityBytes;

	private final String prefix;

	private final long openedFrom = System.nanoTime();

	private volatile long openNanos;

	private final LongAdder hits = new LongAdder();

	private final LongAdder misses = new LongAdder();

	private final LongAdder getNanos = new LongAdder();

	private final LongAdder puts = new LongAdder();

	private final LongAdder putNanos = new LongAdder();

	private final LongAdder failures = new LongAdder();

	/**
	 * Creates a tier that is not open yet.
	 * @param level the name of its level
	 * @param build the build of the application, which is a part of all names
	 */
	protected LocalTier(String level, long capacityBytes, String build) {
		this.level = level;
		this.capacityBytes = capacityBytes;
		this.prefix = build + ":";
	}

	/** Records the time that opening the tier took. */
	protected final void opened() {
		this.openNanos = System.nanoTime() - this.openedFrom;
	}

	/** Counts a read that failed, or a value that was not stored. */
	protected final void failed() {
		this.failures.increment();
	}

	protected abstract byte @Nullable [] read(String name);

	/**
	 * Stores a value. Does not wait for a disk.
	 * @return {@code false} if the value is dropped
	 */
	protected abstract boolean write(String name, byte[] value);

	/** Removes a value. Does not wait for a disk. */
	protected abstract void delete(String name);

	protected abstract boolean has(String name);

	protected abstract Usage usage();

	/**
	 * {@return the name of its level}
	 */
	public String level() {
		return this.level;
	}

	/**
	 * {@return whether the tier stores values now}
	 */
	public boolean isAvailable() {
		return true;
	}

	/**
	 * Returns a value, even an expired one. Call {@link #counted} next.
	 * @return {@code null} if there is none, or it cannot be read
	 */
	public byte @Nullable [] get(String name) {
		long started = System.nanoTime();
		byte[] found = read(this.prefix + name);
		this.getNanos.add(System.nanoTime() - started);
		return found;
	}

	/**
	 * Counts a lookup: a hit if it found a fresh value, else a miss.
	 */
	public void counted(boolean hit) {
		(hit ? this.hits : this.misses).increment();
	}

	/**
	 * {@return whether there is a value, without counting as access}
	 */
	public boolean contains(String name) {
		return has(this.prefix + name);
	}

	/**
	 * Stores a value, or drops it. An earlier value of the name is not found in either
	 * case. Does not wait for a disk.
	 */
	public void put(String name, byte[] value) {
		long started = System.nanoTime();
		if (write(this.prefix + name, value)) {
			this.putNanos.add(System.nanoTime() - started);
			this.puts.increment();
		}
		else {
			remove(name);
			failed();
		}
	}

	/**
	 * Removes a value. Does not wait for a disk.
	 */
	public void remove(String name) {
		delete(this.prefix + name);
	}

	/**
	 * {@return the statistics so far}
	 */
	public LevelStatistics statistics() {
		long found = this.hits.sum();
		long absent = this.misses.sum();
		long stored = this.puts.sum();
		Usage usage = usage();
		return new LevelStatistics(this.level, usage.entries(), usage.bytes(), this.capacityBytes, found, absent,
				stored, usage.evictions(), this.failures.sum(), isAvailable(),
				meanMicros(this.getNanos, found + absent), meanMicros(this.putNanos, stored),
				TimeUnit.NANOSECONDS.toMillis(this.openNanos));
	}

	private static double meanMicros(LongAdder nanos, long count) {
		return (count > 0) ? Math.round(nanos.sum() / 100.0 / count) / 10.0 : 0;
	}

	@Override
	public abstract void close();

	/**
	 * The content of a tier.
	 *
	 * @param entries the number of values
	 * @param bytes their size in bytes
	 * @param evictions the values that were dropped because the tier was full
	 */
	public record Usage(long entries, long bytes, long evictions) {
	}

}
