package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * The time for which an instance may serve its entries. Each read of the versions renews
 * it. An only instance has no end. Thread-safe. All times are {@link System#nanoTime()}.
 */
final class RegionLease {

	/** In nanoseconds: longer than any load, and no difference of two times overflows. */
	static final long ANY_AGE = Long.MAX_VALUE / 2;

	/** False for an only instance, whose lease does not end. */
	private final boolean limited;

	private final long nanos;

	private final AtomicLong validUntil = new AtomicLong(System.nanoTime());

	private final ThreadLocal<@Nullable Boolean> distrusted = new ThreadLocal<>();

	/**
	 * Creates a lease that has not begun.
	 * @param lease {@code null} for an only instance
	 */
	RegionLease(@Nullable Duration lease) {
		this.limited = lease != null;
		this.nanos = (lease != null) ? lease.toNanos() : ANY_AGE;
	}

	/**
	 * {@return whether other instances make changes}
	 */
	boolean isLimited() {
		return this.limited;
	}

	long nanos() {
		return this.nanos;
	}

	boolean isValid() {
		return !this.limited || (left() > 0 && !isDistrusted());
	}

	long left() {
		return this.validUntil.get() - System.nanoTime();
	}

	/**
	 * Renews the lease after a read.
	 * @param started the time before the read
	 */
	void renew(long started) {
		this.validUntil.accumulateAndGet(started + this.nanos, (before, now) -> (now - before > 0) ? now : before);
	}

	/**
	 * {@return the earliest start of a load that the calling thread may join}
	 */
	long oldestToShare() {
		long now = System.nanoTime();
		if (!this.limited) {
			return now - ANY_AGE;
		}
		if (isDistrusted()) {
			return now;
		}
		return isValid() ? now - ANY_AGE : now - this.nanos;
	}

	boolean isDistrusted() {
		return this.distrusted.get() != null;
	}

	Runnable distrust() {
		this.distrusted.set(Boolean.TRUE);
		return this.distrusted::remove;
	}

}
