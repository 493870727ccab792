package dev.yoil.ehcache.internal.index;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import dev.yoil.ehcache.policy.Until;
import org.jspecify.annotations.Nullable;

/**
 * The time by which entries age: it begins with the wall clock and then advances with
 * {@link System#nanoTime()}, whatever that clock is set to. A clock that is not the
 * system's is believed as it is, so that a test can advance it.
 * <p>
 * Thread-safe. Moments are milliseconds since the epoch; {@link Long#MAX_VALUE} is never.
 * A moment of elapsed time and one of the wall clock differ by what the clock was set
 * forward or back since the start.
 */
public final class ElapsedTime {

	/** By a constant: a division by a field costs a hit 8 ns. */
	private static final long NANOS = 1_000_000;

	private final Clock clock;

	private final LongSupplier nanoTime;

	/** Added to the others, it gives nanoseconds since the epoch. */
	private final long origin;

	/**
	 * Creates the time that begins now.
	 */
	public ElapsedTime(Clock clock) {
		this(clock, (clock.getClass() == Clock.systemUTC().getClass()) ? System::nanoTime : () -> nanos(clock));
	}

	/**
	 * Creates the time that begins now and advances with a source of nanoseconds.
	 */
	public ElapsedTime(Clock clock, LongSupplier nanoTime) {
		this.clock = clock;
		this.nanoTime = nanoTime;
		this.origin = nanos(clock) - nanoTime.getAsLong();
	}

	private static long nanos(Clock clock) {
		Instant instant = clock.instant();
		return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
	}

	/**
	 * {@return the present moment of elapsed time}
	 */
	public long now() {
		return (this.origin + this.nanoTime.getAsLong()) / NANOS;
	}

	/**
	 * {@return what the wall clock, as it is set now, shows at a moment of elapsed time}
	 */
	public long toWall(long moment) {
		return (moment != Long.MAX_VALUE) ? moment + setForward() : moment;
	}

	/**
	 * {@return when the wall clock, as it is set now, shows a moment}
	 */
	public long ofWall(long moment) {
		return (moment != Long.MAX_VALUE) ? moment - setForward() : moment;
	}

	/**
	 * {@return the wall clock's moment at which a value ends; never without
	 * {@code until}}
	 * @param since when reading the value began, in elapsed time
	 */
	public long end(@Nullable Until until, long since) {
		return (until != null) ? until.next(toWall(since)) : Long.MAX_VALUE;
	}

	/**
	 * Tells whether the wall clock shows a moment or a later one. Each hit asks, so this
	 * converts nothing.
	 */
	boolean isReached(long wall) {
		return this.clock.millis() >= wall;
	}

	/**
	 * Rounded, so that two readings that are nanoseconds apart are the same moment.
	 */
	private long setForward() {
		return Math.round((nanos(this.clock) - this.origin - this.nanoTime.getAsLong()) / 1e6);
	}

}
