package dev.yoil.ehcache;

import java.time.Clock;

import org.ehcache.core.spi.time.TimeSource;
import org.ehcache.core.spi.time.TimeSourceService;
import org.ehcache.spi.service.Service;
import org.ehcache.spi.service.ServiceProvider;

/**
 * Makes Ehcache tell the time by the same clock as everything else here, and remembers
 * what it told each thread last. Inside an operation of Ehcache that is the time by which
 * Ehcache itself decides: reading the clock once more could make the two disagree.
 */
final class ClockTimeSource implements TimeSourceService, TimeSource {

	private final Clock clock;

	private final ThreadLocal<long[]> told = ThreadLocal.withInitial(() -> new long[1]);

	ClockTimeSource(Clock clock) {
		this.clock = clock;
	}

	@Override
	public long getTimeMillis() {
		long now = this.clock.millis();
		this.told.get()[0] = now;
		return now;
	}

	/** The time, without telling Ehcache, in milliseconds since the epoch. */
	long now() {
		return this.clock.millis();
	}

	/** The time that Ehcache was told last in this thread, likewise. */
	long told() {
		return this.told.get()[0];
	}

	@Override
	public TimeSource getTimeSource() {
		return this;
	}

	@Override
	public void start(ServiceProvider<Service> services) {
		// A clock needs no starting.
	}

	@Override
	public void stop() {
		// Nor stopping.
	}

}
