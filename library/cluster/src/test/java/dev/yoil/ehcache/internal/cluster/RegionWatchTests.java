package dev.yoil.ehcache.internal.cluster;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import com.zaxxer.hikari.HikariDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.PGConnection;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The watch over a table in a real PostgreSQL, with connections that hang, break or
 * receive nothing.
 */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class RegionWatchTests extends RegionDatabase {

	private static final Duration LEASE = Duration.ofMillis(300);

	private static final Duration POLL = Duration.ofMillis(20);

	private static final String OF_WATCH = " from pg_stat_activity where application_name = 'watch' "
			+ "and datname = current_database()";

	RegionWatchTests() {
		super(LEASE);
	}

	private void cutWatch() {
		this.jdbc.queryForList("select pg_terminate_backend(pid)" + OF_WATCH);
	}

	/**
	 * A locked table must not exhaust the connections of the server.
	 */
	@Test
	void aWatchWithoutResponsesLeaksNoConnections() throws SQLException {
		watch(POLL, () -> open("watch"));
		try (Connection locking = open("tests")) {
			locking.setAutoCommit(false);
			locking.createStatement().execute("lock table cache_region in access exclusive mode");
			await().until(() -> !this.regions.isValid());
			for (int i = 0; i < 40; i++) {
				assertThat(this.jdbc.queryForObject("select count(*)" + OF_WATCH, Integer.class))
					.isLessThanOrEqualTo(2);
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
			}
			locking.rollback();
		}
		await().until(this.regions::isValid);
	}

	@Test
	void aWatchSurvivesAnError() {
		AtomicReference<@Nullable Error> error = new AtomicReference<>(new AssertionError("planted"));
		this.regions.register((changed) -> {
			Error now = error.getAndSet(null);
			if (now != null) {
				throw now;
			}
		});
		watch(POLL, () -> open("watch"));
		await().atMost(Duration.ofSeconds(5)).until(() -> error.get() == null && this.regions.isValid());
	}

	@Test
	void aWatchReturnsNoChangedConnectionToThePool() throws SQLException {
		AtomicBoolean failing = new AtomicBoolean(true);
		this.regions.register((changed) -> {
			if (failing.getAndSet(false)) {
				throw new IllegalStateException("planted");
			}
		});
		try (HikariDataSource pool = pool()) {
			watch(POLL, () -> failing.get() ? pool.getConnection() : open("watch"));
			await().until(() -> !failing.get() && this.regions.isValid());
			for (int i = 0; i < pool.getMaximumPoolSize(); i++) {
				// Held until the pool is closed, so that each is another one.
				try (var rows = pool.getConnection()
					.createStatement()
					.executeQuery("select current_setting('statement_timeout') || ' '"
							+ " || (select count(*) from pg_listening_channels())")) {
					rows.next();
					assertThat(rows.getString(1)).isEqualTo("0 0");
				}
			}
		}
	}

	/** As behind a pooler in transaction mode. */
	@Test
	void aWatchDetectsMissingNotifications(CapturedOutput output) throws SQLException {
		AtomicBoolean pooled = new AtomicBoolean(true);
		try (Connection silent = open("tests")) {
			watch(POLL,
					() -> intercepted(open("watch"),
							(method, call) -> (pooled.get() && method.getName().equals("unwrap"))
									? silent.unwrap(PGConnection.class) : call.call()));
			assertThat(this.regions.isNotified()).as("until proven otherwise").isTrue();
			await().until(() -> !this.regions.isNotified());
			assertThat(output).contains("do not arrive, although its responses do", "A possible cause is a pooler");
			pooled.set(false);
			cutWatch();
			await().until(this.regions::isNotified);
		}
	}

	/**
	 * For example while the database restarts. The notification arrives with the delay.
	 */
	@Test
	void aWatchBlamesNoPoolerForADelay(CapturedOutput output) {
		AtomicReference<CountDownLatch> delay = new AtomicReference<>(new CountDownLatch(0));
		AtomicInteger polls = new AtomicInteger();
		watch(POLL, () -> intercepted(open("watch"), (method, call) -> {
			if (method.getName().equals("prepareStatement")) {
				polls.incrementAndGet();
				delay.get().await();
			}
			return call.call();
		}));
		await().until(() -> this.table.sent() > 0 && polls.get() > 20);
		CountDownLatch blocked = new CountDownLatch(1);
		delay.set(blocked);
		int reached = polls.get();
		await().until(() -> polls.get() > reached);
		long sent = this.table.sent();
		this.regions.changed("a");
		await().pollDelay(LEASE.multipliedBy(2)).until(() -> this.table.sent() > sent);
		int before = polls.get();
		blocked.countDown();
		await().until(() -> polls.get() > before + 20);
		assertThat(this.regions.isNotified()).isTrue();
		assertThat(output).doesNotContain("do not arrive");
	}

	@Test
	void aWatchLogsWhyItsConnectionIsCut(CapturedOutput output) {
		watch(POLL, () -> open("watch"));
		await().until(this.regions::isValid);
		this.regions.changed("a");
		cutWatch();
		await().until(() -> output.toString().contains("Reading the versions of regions works again"));
		assertThat(output).contains("Failed to read the versions of regions", "administrator command")
			.doesNotContain("do not arrive");
	}

}
