package dev.yoil.webtoon.problem;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionSystemException;

/**
 * A log of requests that fail because the database is unreachable, because it canceled a
 * query, or because they got no connection from the pool: at most one line per second for
 * each, without stack traces. Thread-safe.
 */
@Component
class DatabaseFailures {

	private static final Log logger = LogFactory.getLog(DatabaseFailures.class);

	private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);

	/** A failure after this time without failures starts a new outage. */
	private static final Duration OVER = Duration.ofMinutes(1);

	private static final int MAX_CAUSES = 100;

	/**
	 * HikariCP's message if all connections are in use. If the database is unreachable,
	 * the pool has none.
	 */
	private static final Pattern ALL_IN_USE = Pattern.compile("\\(total=[0-9]+, active=[1-9]");

	/** The SQL state of a query that took longer than its timeout. */
	private static final String CANCELED = "57014";

	private final Clock clock;

	private final Outage unreachable = new Outage("Database unreachable");

	private final Outage exhausted = new Outage("All database connections in use");

	private final Outage canceled = new Outage("Database queries canceled");

	DatabaseFailures(Clock clock) {
		this.clock = clock;
	}

	/**
	 * Counts a failed request, and logs it unless another one was just logged.
	 */
	synchronized void failed(Exception failure) {
		Throwable cause = root(first(failure));
		outage(cause).failed(this.clock.instant(), cause);
	}

	private Outage outage(Throwable cause) {
		if (isExhausted(cause)) {
			return this.exhausted;
		}
		boolean late = cause instanceof SQLException failure && CANCELED.equals(failure.getSQLState());
		return late ? this.canceled : this.unreachable;
	}

	private static boolean isExhausted(Throwable cause) {
		return cause instanceof SQLTransientConnectionException
				&& ALL_IN_USE.matcher(Objects.requireNonNullElse(cause.getMessage(), "")).find();
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

	private static final class Outage {

		private final String name;

		private Instant since = Instant.MIN;

		private Instant last = Instant.MIN;

		private Instant nextLine = Instant.MIN;

		private long requests;

		Outage(String name) {
			this.name = name;
		}

		void failed(Instant now, Throwable cause) {
			// Without the first condition, a clock that is set back would silence the
			// log.
			if (now.isBefore(this.last) || now.minus(OVER).compareTo(this.last) >= 0) {
				this.since = now;
				this.nextLine = now;
				this.requests = 0;
			}
			this.last = now;
			this.requests++;
			if (!now.isBefore(this.nextLine)) {
				this.nextLine = now.plus(BETWEEN_LINES);
				logger.warn(this.name + " since " + this.since + ", failed requests: " + this.requests
						+ ", last cause: " + cause);
			}
		}

	}

}
