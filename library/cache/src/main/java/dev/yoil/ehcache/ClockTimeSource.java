package dev.yoil.ehcache;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import org.ehcache.core.spi.time.TimeSource;
import org.ehcache.core.spi.time.TimeSourceService;
import org.ehcache.spi.service.Service;
import org.ehcache.spi.service.ServiceProvider;

/**
 * Ehcache's time source, which follows {@link ElapsedTime} and remembers its last reading
 * in each thread. Inside an operation of Ehcache that is the time by which Ehcache
 * decides: another reading could differ.
 */
final class ClockTimeSource implements TimeSourceService, TimeSource {

	private final ElapsedTime time;

	/** The last reading, and the moment at which the thread acts, or 0 for now. */
	private final ThreadLocal<long[]> told = ThreadLocal.withInitial(() -> new long[2]);

	ClockTimeSource(ElapsedTime time) {
		this.time = time;
	}

	@Override
	public long getTimeMillis() {
		long[] told = this.told.get();
		long now = (told[1] == 0) ? this.time.now() : told[1];
		told[0] = now;
		return now;
	}

	/** Runs an operation of Ehcache in this thread as if it were another moment. */
	void at(long moment, Runnable operation) {
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
	long told() {
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

}
