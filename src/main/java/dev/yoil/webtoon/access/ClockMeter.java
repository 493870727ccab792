package dev.yoil.webtoon.access;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import io.github.bucket4j.TimeMeter;

/**
 * The service's clock as token buckets read it.
 *
 * @param clock the clock
 */
record ClockMeter(Clock clock) implements TimeMeter {

	@Override
	public long currentTimeNanos() {
		Instant now = this.clock.instant();
		return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
	}

	@Override
	public boolean isWallClockBased() {
		return true;
	}

}
