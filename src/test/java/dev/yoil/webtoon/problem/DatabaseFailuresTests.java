package dev.yoil.webtoon.problem;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.yoil.support.FakeClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
class DatabaseFailuresTests {

	private final FakeClock clock = new FakeClock(Instant.parse("2026-11-24T08:00:00Z"));

	private final DatabaseFailures failures = new DatabaseFailures(this.clock);

	private final Exception failure = new DataAccessResourceFailureException("query", new SQLException("refused"));

	private void fail(int requests) {
		for (int i = 0; i < requests; i++) {
			this.failures.failed(this.failure);
		}
	}

	@Test
	void logsOneLinePerSecond(CapturedOutput output) {
		fail(500);
		this.clock.advance(Duration.ofSeconds(1));
		fail(500);
		List<String> lines = output.toString().lines().toList();
		assertThat(lines).hasSize(2);
		assertThat(lines.get(0)).endsWith("Database unreachable since 2026-11-24T08:00:00Z, failed requests: 1, "
				+ "last cause: java.sql.SQLException: refused");
		assertThat(lines.get(1)).contains(" since 2026-11-24T08:00:00Z, failed requests: 501, ");
		this.clock.advance(Duration.ofSeconds(60));
		fail(1);
		assertThat(output).contains(" since 2026-11-24T08:01:01Z, failed requests: 1, ");
	}

	@Test
	void logsAlsoAfterTheClockIsSetBack(CapturedOutput output) {
		fail(1);
		this.clock.set(Instant.parse("2026-11-24T07:00:00Z"));
		fail(1);
		assertThat(output).contains(" since 2026-11-24T07:00:00Z, failed requests: 1, ");
	}

	@Test
	void logsTheFailureBeforeTheRollback(CapturedOutput output) {
		TransactionSystemException rollback = new TransactionSystemException("rollback",
				new SQLException("Connection is closed"));
		rollback.initApplicationException(this.failure);
		this.failures.failed(rollback);
		assertThat(output).contains("java.sql.SQLException: refused").doesNotContain("Connection is closed");
	}

	@Test
	void distinguishesAQueryThatTookTooLong(CapturedOutput output) {
		SQLException canceled = new SQLException("canceling statement due to statement timeout", "57014");
		this.failures.failed(new QueryTimeoutException("query", canceled));
		assertThat(output).contains("Database queries canceled since 2026-11-24T08:00:00Z, failed requests: 1, ")
			.doesNotContain("unreachable");
	}

	@Test
	void distinguishesAPoolWithoutFreeConnections(CapturedOutput output) throws SQLException {
		HikariConfig settings = new HikariConfig();
		settings.setJdbcUrl("jdbc:h2:mem:exhausted");
		settings.setMaximumPoolSize(1);
		settings.setConnectionTimeout(250);
		try (HikariDataSource pool = new HikariDataSource(settings); Connection held = pool.getConnection()) {
			assertThatExceptionOfType(SQLException.class).isThrownBy(pool::getConnection)
				.satisfies((none) -> this.failures
					.failed(new CannotCreateTransactionException("Could not open a connection", none)));
		}
		fail(1);
		assertThat(output.toString().lines().filter((line) -> line.contains("failed requests"))).satisfiesExactly(
				(exhausted) -> assertThat(exhausted)
					.contains("All database connections in use since 2026-11-24T08:00:00Z, failed requests: 1, ")
					.contains("(total=1, active=1, "),
				(unreachable) -> assertThat(unreachable).contains("Database unreachable since "));
	}

	@Test
	void countsAPoolWithoutAnyConnectionAsUnreachable(CapturedOutput output) {
		HikariConfig settings = new HikariConfig();
		settings.setJdbcUrl("jdbc:h2:tcp://127.0.0.1:1/none");
		settings.setConnectionTimeout(250);
		settings.setInitializationFailTimeout(-1);
		try (HikariDataSource pool = new HikariDataSource(settings)) {
			for (int request = 0; request < 2; request++) {
				assertThatExceptionOfType(SQLException.class).isThrownBy(pool::getConnection)
					.satisfies(this.failures::failed);
			}
		}
		assertThat(output).contains("Database unreachable since ").doesNotContain("in use since");
	}

}
