package dev.yoil.webtoon.access;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.yoil.webtoon.problem.ProblemType;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.EstimationProbe;
import io.github.bucket4j.TimeMeter;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.web.ErrorResponseException;

/**
 * How often each client may do something, by a token bucket for each. A client is an IPv4
 * address, or the /64 of an IPv6 address, which a provider gives to one customer. Clients
 * whose buckets are full again are forgotten, and where there are too many, so are some
 * of those that come seldom, so that a crowd cannot fill the memory. Thread-safe.
 */
final class AddressLimit {

	/** Some 20 MB if all are used. */
	private static final int MOST = 50_000;

	/** The 64 bits of an IPv6 address that a customer cannot choose. */
	private static final int PREFIX_BYTES = 8;

	private final LoadingCache<Object, Bucket> buckets;

	private final ProblemType type;

	private final String detail;

	/**
	 * Creates the limit.
	 * @param ticker the time that refills the buckets, which a change of the system clock
	 * must not affect
	 * @param capacity how often a client may at once, from 1
	 * @param period how long until a client may as often again; meanwhile its tokens come
	 * back one by one
	 * @param type the problem that is answered beyond
	 * @param detail what the client is told then
	 */
	AddressLimit(Ticker ticker, long capacity, Duration period, ProblemType type, String detail) {
		this.buckets = Caffeine.newBuilder()
			.maximumSize(MOST)
			.expireAfterAccess(period)
			.ticker(ticker)
			// Whoever comes last evicts, not some thread later.
			.executor(Runnable::run)
			.build((client) -> Bucket.builder()
				.withCustomTimePrecision(new TickerMeter(ticker))
				.addLimit((limit) -> limit.capacity(capacity).refillGreedy(capacity, period))
				.build());
		this.type = type;
		this.detail = detail;
	}

	/**
	 * Tells whether a client may, and counts nothing.
	 * @return what to answer, {@code null} if it may
	 */
	@Nullable ErrorResponseException check(String address) {
		EstimationProbe probe = bucket(address).estimateAbilityToConsume(1);
		return probe.canBeConsumed() ? null : problem(Duration.ofNanos(probe.getNanosToWaitForRefill()));
	}

	/**
	 * Takes a token of a client.
	 * @return what to answer if it had none, else {@code null}
	 */
	@Nullable ErrorResponseException take(String address) {
		ConsumptionProbe probe = bucket(address).tryConsumeAndReturnRemaining(1);
		return probe.isConsumed() ? null : problem(Duration.ofNanos(probe.getNanosToWaitForRefill()));
	}

	/**
	 * What is answered to a client that has to wait.
	 * @param pause how long; the client is told of it in whole seconds, rounded up
	 */
	ErrorResponseException problem(Duration pause) {
		long seconds = Math.max(1, pause.plusNanos(999_999_999).toSeconds());
		ErrorResponseException problem = this.type.exception(this.detail + " Try again in " + seconds + " seconds.");
		problem.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
		return problem;
	}

	/**
	 * How many clients are remembered.
	 */
	long size() {
		this.buckets.cleanUp();
		return this.buckets.estimatedSize();
	}

	private Bucket bucket(String address) {
		return this.buckets.get(client(address));
	}

	/**
	 * Looks no name up: none has a colon.
	 */
	private static Object client(String address) {
		if (address.indexOf(':') < 0) {
			return address;
		}
		try {
			return (InetAddress.getByName(address) instanceof Inet6Address parsed)
					? ByteBuffer.wrap(parsed.getAddress(), 0, PREFIX_BYTES) : address;
		}
		catch (UnknownHostException ex) {
			return address;
		}
	}

	/**
	 * A ticker as the buckets read it.
	 *
	 * @param ticker the ticker
	 */
	private record TickerMeter(Ticker ticker) implements TimeMeter {

		@Override
		public long currentTimeNanos() {
			return this.ticker.read();
		}

		@Override
		public boolean isWallClockBased() {
			return false;
		}

	}

}
