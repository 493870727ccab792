package dev.yoil.ehcache.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until the test advances it. It starts on Monday, 1 January
 * 2024, at 12:00 UTC, so that {@code until} expires entries at the same moments in each
 * run. Thread-safe. Clocks of other zones, from {@link #withZone}, advance with it.
 * <p>
 * {@link AutoConfigureEhCache} declares it as the primary {@link Clock} bean. All times
 * of the caches come from it. It returns to its start before each test method.
 */
public final class TestClock extends Clock {

	private static final Instant START = Instant.parse("2024-01-01T12:00:00Z");

	private final AtomicReference<Instant> now;

	private final ZoneId zone;

	/**
	 * Creates a clock at the start.
	 */
	public TestClock() {
		this(new AtomicReference<>(START), ZoneOffset.UTC);
	}

	private TestClock(AtomicReference<Instant> now, ZoneId zone) {
		this.now = now;
		this.zone = zone;
	}

	/**
	 * Advances the clock.
	 * @throws IllegalArgumentException if the duration is negative
	 */
	public void advance(Duration duration) {
		if (duration.isNegative()) {
			throw new IllegalArgumentException(
					"Cannot advance the clock by " + duration + ": the duration must not be negative.");
		}
		this.now.updateAndGet((now) -> now.plus(duration));
	}

	/**
	 * Advances the clock to a moment, such as {@code Instant.now()} if other systems
	 * check the time.
	 * @throws IllegalArgumentException if the clock is already later
	 */
	public void advanceTo(Instant moment) {
		this.now.updateAndGet((now) -> {
			if (moment.isBefore(now)) {
				throw new IllegalArgumentException("Cannot advance the clock to " + moment + ": it is already " + now
						+ ". It starts at " + START + " before each test.");
			}
			return moment;
		});
	}

	void reset() {
		this.now.set(START);
	}

	@Override
	public Instant instant() {
		return Objects.requireNonNull(this.now.get());
	}

	@Override
	public ZoneId getZone() {
		return this.zone;
	}

	@Override
	public Clock withZone(ZoneId other) {
		return new TestClock(this.now, other);
	}

	@Override
	public String toString() {
		return "TestClock at " + instant().atZone(this.zone);
	}

}
