package dev.yoil.webtoon.access;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.EstimationProbe;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * How many wrong passwords are tried: of one client five at once and then one a minute,
 * of all clients together twenty at once and then five a second, because each costs a
 * slow hash. Thread-safe.
 */
final class FailedLogins {

	private static final Log logger = LogFactory.getLog(FailedLogins.class);

	private static final long OF_ONE = 5;

	private static final Duration OF_ONE_FORGIVEN_IN = Duration.ofMinutes(5);

	private static final long OF_ALL = 20;

	private static final Duration OF_ALL_FORGIVEN_IN = Duration.ofSeconds(4);

	/** How long a client that is logged is not logged again. */
	private static final Duration LOGGED_FOR = Duration.ofHours(1);

	private static final int MOST_LOGGED = 10_000;

	private final AddressBuckets clients;

	private final Bucket all;

	private final Cache<String, AtomicBoolean> logged;

	FailedLogins(Clock clock) {
		ClockMeter meter = new ClockMeter(clock);
		this.clients = new AddressBuckets(clock, OF_ONE, OF_ONE_FORGIVEN_IN);
		this.all = AddressBuckets.bucket(meter, OF_ALL, OF_ALL_FORGIVEN_IN);
		this.logged = Caffeine.newBuilder()
			.maximumSize(MOST_LOGGED)
			.expireAfterWrite(LOGGED_FOR)
			.ticker(meter::currentTimeNanos)
			.build();
	}

	/**
	 * Refuses a client with too many failed logins.
	 * @throws TooManyFailedLoginsException if so
	 */
	void check(String address) {
		EstimationProbe probe = this.clients.of(address).estimateAbilityToConsume(1);
		if (!probe.canBeConsumed()) {
			throw new TooManyFailedLoginsException(Duration.ofNanos(probe.getNanosToWaitForRefill()));
		}
	}

	/**
	 * Counts a login of anybody's as failed, until it is forgiven.
	 * @throws TooManyFailedLoginsException if there are too many
	 */
	void startTrying() {
		ConsumptionProbe probe = this.all.tryConsumeAndReturnRemaining(1);
		if (!probe.isConsumed()) {
			throw new TooManyFailedLoginsException(Duration.ofNanos(probe.getNanosToWaitForRefill()));
		}
	}

	/**
	 * Takes back what {@link #startTrying} counted.
	 */
	void forgive() {
		this.all.addTokens(1);
	}

	/**
	 * Counts a failed login of a client.
	 */
	void count(String address) {
		Bucket client = this.clients.of(address);
		client.tryConsume(1);
		if (client.getAvailableTokens() == 0
				&& this.logged.get(ClientAddress.prefix(address), (prefix) -> new AtomicBoolean())
					.compareAndSet(false, true)) {
			logger.warn("Too many failed logins from " + ClientAddress.prefix(address)
					+ ": its passwords are now tried once a minute at most");
		}
	}

}
