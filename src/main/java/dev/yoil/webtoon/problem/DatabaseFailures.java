package dev.yoil.webtoon.problem;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionSystemException;

/**
 * A log of requests that fail because the database is unreachable: at most one line per
 * second, without stack traces. Thread-safe.
 */
@Component
class DatabaseFailures {

	private static final Log logger = LogFactory.getLog(DatabaseFailures.class);

	private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

	/** A failure after this time without failures starts a new outage. */
	private static final Duration OVER = Duration.ofMinutes(1);

	private static final int MAX_CAUSES = 100;

	private final Clock clock;

	private Instant since = Instant.MIN;

	private Instant last = Instant.MIN;

	private Instant nextLine = Instant.MIN;

	private long requests;

	DatabaseFailures(Clock clock) {
		this.clock = clock;
	}

	/**
	 * Counts a failed request, and logs it unless another one was just logged.
	 */
	synchronized void failed(Exception failure) {
		Instant now = this.clock.instant();
		if (now.minus(OVER).compareTo(this.last) >= 0) {
			this.since = now;
			this.nextLine = now;
			this.requests = 0;
		}
		this.last = now;
		this.requests++;
		if (!now.isBefore(this.nextLine)) {
			this.nextLine = now.plus(BETWEEN_LINES);
			logger.warn("Database unreachable since " + this.since + ", failed requests: " + this.requests
					+ ", last cause: " + root(first(failure)));
		}
	}

	/** Returns the last cause. Chains of causes may be circular. */
	private static Throwable root(Throwable failure) {
		return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
			.limit(MAX_CAUSES)
			.reduce(failure, (cause, next) -> next);
	}

	/**
	 * Returns the original failure. If the connection breaks during a query, the rollback
	 * fails too, and the second failure hides the first.
	 */
	private static Throwable first(Exception failure) {
		Throwable original = (failure instanceof TransactionSystemException rollback) ? rollback.getOriginalException()
				: null;
		return (original != null) ? original : failure;
	}

}
