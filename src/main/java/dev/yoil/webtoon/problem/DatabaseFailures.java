package dev.yoil.webtoon.problem;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionSystemException;

/**
 * Logs requests that fail because the database cannot be reached: one line a second at
 * most, without stack traces. Thread-safe.
 */
@Component
class DatabaseFailures {

	private static final Log logger = LogFactory.getLog(DatabaseFailures.class);

	private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

	/** After that long without a failure, the next one begins another outage. */
	private static final Duration OVER = Duration.ofMinutes(1);

	private final Clock clock;

	private @Nullable Outage outage;

	DatabaseFailures(Clock clock) {
		this.clock = clock;
	}

	/**
	 * Counts a failed request, and logs it unless another one was logged just before.
	 */
	synchronized void failed(Exception failure) {
		Instant now = this.clock.instant();
		Outage before = this.outage;
		Outage current = (before != null && now.isBefore(before.last.plus(OVER))) ? before : new Outage(now);
		this.outage = current;
		current.last = now;
		current.requests++;
		if (!now.isBefore(current.nextLine)) {
			current.nextLine = now.plus(BETWEEN_LINES);
			logger
				.warn("The database cannot be reached since " + current.since + ", failed requests: " + current.requests
						+ ", the last with " + NestedExceptionUtils.getMostSpecificCause(first(failure)));
		}
	}

	/**
	 * When the connection breaks under a query, the transaction cannot be rolled back
	 * either, and that second failure replaces the first.
	 */
	private static Throwable first(Exception failure) {
		Throwable original = (failure instanceof TransactionSystemException rollback) ? rollback.getOriginalException()
				: null;
		return (original != null) ? original : failure;
	}

	private static final class Outage {

		private final Instant since;

		private Instant last;

		private Instant nextLine;

		private long requests;

		Outage(Instant since) {
			this.since = since;
			this.last = since;
			this.nextLine = since;
		}

	}

}
