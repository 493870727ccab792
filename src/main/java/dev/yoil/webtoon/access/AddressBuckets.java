package dev.yoil.webtoon.access;

import java.time.Clock;
import java.time.Duration;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;

/**
 * A bucket of tokens for each client that lately needed one. Those of clients that were
 * not heard of for long enough to be full again are forgotten, and so are those that were
 * not used for longest where there are too many, so that a crowd of clients cannot fill
 * the memory. Thread-safe.
 */
final class AddressBuckets {

	/** Some 20 MB if all were used. */
	private static final int MOST = 50_000;

	private final Cache<String, Bucket> buckets;

	private final ClockMeter meter;

	private final long capacity;

	private final Duration period;

	/**
	 * Creates the buckets.
	 * @param clock what they are filled by
	 * @param capacity how many tokens a full one has, from 1
	 * @param period how long an empty one takes to be full again, at an even pace
	 */
	AddressBuckets(Clock clock, long capacity, Duration period) {
		this.meter = new ClockMeter(clock);
		this.capacity = capacity;
		this.period = period;
		this.buckets = Caffeine.newBuilder()
			.maximumSize(MOST)
			.expireAfterAccess(period)
			.ticker(this.meter::currentTimeNanos)
			// What is over is thrown out by whoever came last, not some time later.
			.executor(Runnable::run)
			.build();
	}

	/**
	 * Gives the bucket of a client.
	 * @param address the client's address as the container gives it
	 * @return the bucket, full if it is new
	 */
	Bucket of(String address) {
		return this.buckets.get(ClientAddress.prefix(address),
				(prefix) -> bucket(this.meter, this.capacity, this.period));
	}

	/**
	 * Makes a bucket that is full.
	 */
	static Bucket bucket(ClockMeter meter, long capacity, Duration period) {
		return Bucket.builder()
			.withCustomTimePrecision(meter)
			.addLimit((limit) -> limit.capacity(capacity).refillGreedy(capacity, period))
			.build();
	}

	/**
	 * How many clients have a bucket.
	 */
	long size() {
		this.buckets.cleanUp();
		return this.buckets.estimatedSize();
	}

}
