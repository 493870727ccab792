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
 * A rate limit with a token bucket for each client. A client is an IPv4 address, or the
 * /64 of an IPv6 address, which a provider assigns to one customer. Clients with a full
 * bucket are forgotten. If there are too many clients, rare ones are forgotten too, so
 * memory is bounded. Thread-safe.
 */
final class ClientRateLimit {

	/** About 20 MB if all are used. */
	private static final int MOST = 50_000;

	/** The 64 bits of an IPv6 address that a customer cannot choose. */
	private static final int PREFIX_BYTES = 8;

	private final LoadingCache<Object, Bucket> buckets;

	private final ProblemType type;

	private final String detail;

	/**
	 * Creates the limit.
	 * @param ticker the time source, independent of the wall clock
	 * @param capacity the size of a bucket, from 1
	 * @param period the time in which an empty bucket fills up, token by token
	 * @param type the problem returned beyond the limit
	 * @param detail its detail
	 */
	ClientRateLimit(Ticker ticker, long capacity, Duration period, ProblemType type, String detail) {
		this.buckets = Caffeine.newBuilder()
			.maximumSize(MOST)
			.expireAfterAccess(period)
			.ticker(ticker)
			// Evict in the calling thread.
			.executor(Runnable::run)
			.build((client) -> Bucket.builder()
				.withCustomTimePrecision(new TickerMeter(ticker))
				.addLimit((limit) -> limit.capacity(capacity).refillGreedy(capacity, period))
				.build());
		this.type = type;
		this.detail = detail;
	}

	/**
	 * Returns the problem for a client without tokens, else {@code null}. Takes no token.
	 */
	@Nullable ErrorResponseException check(String address) {
		EstimationProbe probe = bucket(address).estimateAbilityToConsume(1);
		return probe.canBeConsumed() ? null : problem(Duration.ofNanos(probe.getNanosToWaitForRefill()));
	}

	/**
	 * Takes a token. Returns a problem if the client has none, else {@code null}.
	 */
	@Nullable ErrorResponseException take(String address) {
		ConsumptionProbe probe = bucket(address).tryConsumeAndReturnRemaining(1);
		return probe.isConsumed() ? null : problem(Duration.ofNanos(probe.getNanosToWaitForRefill()));
	}

	/**
	 * Returns the problem for a client that must wait. The pause is rounded up to whole
	 * seconds.
	 */
	ErrorResponseException problem(Duration pause) {
		long seconds = Math.max(1, pause.plusNanos(999_999_999).toSeconds());
		ErrorResponseException problem = this.type.exception(this.detail + " Try again in " + seconds + " seconds.");
		problem.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
		return problem;
	}

	long size() {
		this.buckets.cleanUp();
		return this.buckets.estimatedSize();
	}

	private Bucket bucket(String address) {
		return this.buckets.get(client(address));
	}

	/**
	 * Returns the key of a client. A name has no colon, so no name is resolved.
	 */
	static Object client(String address) {
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
