package dev.yoil.ehcache.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.failure.KnownFailures;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.server.ResponseStatusException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The library's own rules about failed loads, with the exceptions of Spring's optional
 * jars.
 */
class KnownFailuresTests {

	private final KnownFailures failures = new KnownFailures(null);

	static Stream<Exception> gone() {
		return Stream.of(new EmptyResultDataAccessException(1), new ResponseStatusException(HttpStatus.NOT_FOUND),
				new ResponseStatusException(HttpStatus.FORBIDDEN), new HttpClientErrorException(HttpStatus.GONE),
				HttpClientErrorException.create(HttpStatus.NOT_FOUND, "none", null, null, null),
				new HttpClientErrorException(HttpStatusCode.valueOf(499)),
				new IllegalStateException(new EmptyResultDataAccessException(1)),
				new ExecutionException(new ResponseStatusException(HttpStatus.NOT_FOUND, "none", new IOException())));
	}

	static Stream<Exception> others() {
		return Stream.of(new IOException(), new TimeoutException(), new QueryTimeoutException("slow"),
				new DataAccessResourceFailureException("down"),
				new CannotGetJdbcConnectionException("pool", new SQLException()),
				new ResourceAccessException("down", new IOException()),
				new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, "down",
						new EmptyResultDataAccessException(1)),
				new HttpServerErrorException(HttpStatus.BAD_GATEWAY),
				new HttpClientErrorException(HttpStatus.UNAUTHORIZED),
				new HttpClientErrorException(HttpStatus.REQUEST_TIMEOUT),
				new HttpClientErrorException(HttpStatus.TOO_MANY_REQUESTS),
				new ResponseStatusException(HttpStatus.TOO_MANY_REQUESTS),
				new ResponseStatusException(HttpStatus.NOT_MODIFIED), new UncheckedIOException(new IOException()),
				new IllegalStateException(), new Circular(), new Unreadable());
	}

	@ParameterizedTest
	@MethodSource("gone")
	void endTheValue(Exception failure) {
		assertThat(this.failures.isGone("cache", failure)).isTrue();
	}

	@ParameterizedTest
	@MethodSource("others")
	void keepTheValue(Exception failure) {
		assertThat(this.failures.isGone("cache", failure)).isFalse();
	}

	/** An exception of a client whose jar is incomplete. */
	private static final class Unreadable extends RuntimeException {

		private static final long serialVersionUID = 1L;

		@SuppressWarnings("unused") // called by reflection
		public HttpStatusCode getStatusCode() {
			throw new NoClassDefFoundError("planted");
		}

	}

	private static final class Circular extends RuntimeException {

		private static final long serialVersionUID = 1L;

		@Override
		public synchronized Throwable getCause() {
			return this;
		}

	}

}
