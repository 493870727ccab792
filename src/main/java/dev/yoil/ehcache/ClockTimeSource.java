package dev.yoil.ehcache;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import org.ehcache.core.spi.time.TimeSource;
import org.ehcache.core.spi.time.TimeSourceService;
import org.ehcache.spi.service.Service;
import org.ehcache.spi.service.ServiceProvider;

/**
 * Makes Ehcache age entries by the same time as everything else here, and remembers what
 * it told each thread last. Inside an operation of Ehcache that is the time by which
 * Ehcache itself decides: asking once more could make the two disagree.
 */
final class ClockTimeSource implements TimeSourceService, TimeSource {

	private final ElapsedTime time;

	private final ThreadLocal<long[]> told = ThreadLocal.withInitial(() -> new long[1]);

	ClockTimeSource(ElapsedTime time) {
		this.time = time;
	}

	@Override
	public long getTimeMillis() {
		long now = this.time.now();
		this.told.get()[0] = now;
		return now;
	}

	/** The time that Ehcache was told last in this thread. */
	long told() {
		return this.told.get()[0];
	}

	@Override
	public TimeSource getTimeSource() {
		return this;
	}

	@Override
	public void start(ServiceProvider<Service> services) {
		// Time needs no starting.
	}

	@Override
	public void stop() {
		// Nor stopping.
	}

}
