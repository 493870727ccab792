package dev.yoil.support;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that the test advances.
 */
public final class FakeClock extends Clock {

	private final AtomicReference<Instant> now;

	private final AtomicLong nanoTime = new AtomicLong();

	public FakeClock(Instant now) {
		this.now = new AtomicReference<>(now);
	}

	/** Noon of a Saturday in Seoul. */
	public FakeClock() {
		this(Instant.parse("2026-11-21T03:00:00Z"));
	}

	/** Advances the clock and the elapsed time. */
	public void advance(Duration duration) {
		this.now.updateAndGet((instant) -> instant.plus(duration));
		this.nanoTime.addAndGet(duration.toNanos());
	}

	/**
	 * {@return the nanoseconds that passed, as {@link System#nanoTime()} counts them}
	 */
	public long nanoTime() {
		return this.nanoTime.get();
	}

	/** Sets the wall clock; the elapsed time stays the same. */
	public void set(Instant instant) {
		this.now.set(instant);
	}

	@Override
	public Instant instant() {
		return Objects.requireNonNull(this.now.get());
	}

	@Override
	public ZoneId getZone() {
		return ZoneOffset.UTC;
	}

	@Override
	public Clock withZone(ZoneId zone) {
		throw new UnsupportedOperationException("No test needs a zone");
	}

}
