package dev.yoil.ehcache.internal.index;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import dev.yoil.ehcache.policy.Until;
import dev.yoil.ehcache.spi.CacheListenerFactory;
import org.ehcache.core.spi.time.TimeSource;
import org.ehcache.core.spi.time.TimeSourceService;
import org.ehcache.spi.service.Service;
import org.ehcache.spi.service.ServiceProvider;
import org.jspecify.annotations.Nullable;

/**
 * The time by which entries age. It starts at the wall clock and then advances with
 * {@link System#nanoTime()}, so setting the clock changes nothing. A clock other than the
 * system's is followed as it is, so that a test can advance it.
 * <p>
 * It is also the time source of Ehcache, and remembers the last reading of each thread.
 * Inside an operation of Ehcache that is the time by which Ehcache decides: another
 * reading could differ.
 * <p>
 * Thread-safe. Moments are milliseconds since the epoch; {@link Long#MAX_VALUE} is never.
 * Elapsed time and wall clock differ by the adjustments of the clock since the start.
 */
public final class ElapsedTime implements CacheListenerFactory.Time, TimeSourceService, TimeSource {

	/** A constant: dividing by a field would cost a hit 8 ns. */
	private static final long NANOS = 1_000_000;

	private final Clock clock;

	private final LongSupplier nanoTime;

	/** Nanoseconds to add to {@code nanoTime} for those since the epoch. */
	private final long origin;

	/** The last reading, and the moment at which the thread acts, or 0 for now. */
	private final ThreadLocal<long[]> told = ThreadLocal.withInitial(() -> new long[2]);

	/** Creates a time that starts now. */
	public ElapsedTime(Clock clock) {
		this(clock, isSystem(clock) ? System::nanoTime : () -> nanos(clock));
	}

	/** Creates a time that starts now and advances with a source of nanoseconds. */
	public ElapsedTime(Clock clock, LongSupplier nanoTime) {
		this.clock = clock;
		this.nanoTime = nanoTime;
		this.origin = nanos(clock) - nanoTime.getAsLong();
	}

	private static boolean isSystem(Clock clock) {
		return clock.getClass() == Clock.systemUTC().getClass();
	}

	/**
	 * {@return whether it advances with the machine, and not as a test decides}
	 */
	public boolean isSystem() {
		return isSystem(this.clock);
	}

	private static long nanos(Clock clock) {
		Instant instant = clock.instant();
		return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
	}

	@Override
	public long now() {
		return (this.origin + this.nanoTime.getAsLong()) / NANOS;
	}

	@Override
	public long getTimeMillis() {
		long[] told = this.told.get();
		long now = (told[1] == 0) ? now() : told[1];
		told[0] = now;
		return now;
	}

	/** Runs an operation of Ehcache in this thread as if it were another moment. */
	public void at(long moment, Runnable operation) {
		long[] told = this.told.get();
		told[1] = moment;
		try {
			operation.run();
		}
		finally {
			told[1] = 0;
		}
	}

	/**
	 * {@return Ehcache's last reading in this thread}
	 */
	public long told() {
		return this.told.get()[0];
	}

	@Override
	public TimeSource getTimeSource() {
		return this;
	}

	@Override
	public void start(ServiceProvider<Service> services) {
		// Nothing to start.
	}

	@Override
	public void stop() {
		// Nothing to stop.
	}

	@Override
	public long toWall(long moment) {
		return (moment != Long.MAX_VALUE) ? moment + setForward() : moment;
	}

	/** Converts a moment of the wall clock, as it is set now, to elapsed time. */
	public long ofWall(long moment) {
		return (moment != Long.MAX_VALUE) ? moment - setForward() : moment;
	}

	/**
	 * Returns the moment of the wall clock at which {@code until} ends a value.
	 * @param since when reading the value began, in elapsed time
	 */
	public long end(@Nullable Until until, long since) {
		return (until != null) ? until.next(toWall(since)) : Long.MAX_VALUE;
	}

	/**
	 * {@return whether the wall clock has reached a moment; without a conversion, because
	 * each hit calls it}
	 */
	boolean isReached(long wall) {
		return this.clock.millis() >= wall;
	}

	/** Rounded to milliseconds, because the two readings are nanoseconds apart. */
	private long setForward() {
		return Math.round((nanos(this.clock) - this.origin - this.nanoTime.getAsLong()) / 1e6);
	}

}
