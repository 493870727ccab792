package dev.yoil.ehcache;

import java.time.Clock;

import org.ehcache.core.spi.time.TimeSource;
import org.ehcache.core.spi.time.TimeSourceService;
import org.ehcache.spi.service.Service;
import org.ehcache.spi.service.ServiceProvider;

/**
 * Makes Ehcache tell the time by the same clock as everything else here.
 */
final class ClockTimeSource implements TimeSourceService {

	private final Clock clock;

	ClockTimeSource(Clock clock) {
		this.clock = clock;
	}

	@Override
	public TimeSource getTimeSource() {
		return this.clock::millis;
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
