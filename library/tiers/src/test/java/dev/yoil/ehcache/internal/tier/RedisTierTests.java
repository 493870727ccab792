package dev.yoil.ehcache.internal.tier;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.yoil.ehcache.internal.region.SharedSecret;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.support.FaultyProxy;
import dev.yoil.support.RedisProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * The shared tier in a real Redis, including failures.
 */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisTierTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private static final Duration RETRY_AFTER = Duration.ofMillis(50);

	private @Nullable RegionVersion secret = new RegionVersion(1, UUID.randomUUID());

	private final List<RedisTier> opened = new ArrayList<>();

	private RedisProcess redis;

	private RedisClient client;

	private StatefulRedisConnection<String, String> connection;

	@BeforeAll
	void start() throws IOException {
		this.redis = new RedisProcess();
	}

	@AfterAll
	void stop() {
		this.redis.close();
	}

	@BeforeEach
	void connect() {
		this.client = RedisClient.create(this.redis.url());
		this.connection = this.client.connect();
		redis().flushall();
		redis().configSet("maxmemory", "0");
	}

	@AfterEach
	void close() {
		this.opened.forEach(RedisTier::close);
		this.opened.clear();
		this.client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
	}

	private RedisCommands<String, String> redis() {
		return this.connection.sync();
	}

	private RedisTier tier(String url, Duration timeout) {
		RedisTier tier = new RedisTier(url, "test", timeout, RETRY_AFTER,
				new SignedValues(SharedSecret.signatures(() -> this.secret, "test")));
		this.opened.add(tier);
		tier.connect();
		return tier;
	}

	private RedisTier tier() {
		return tier(this.redis.url(), Duration.ofSeconds(10));
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static @Nullable String found(TierLease claim) {
		byte[] found = claim.found();
		return (found != null) ? new String(found, StandardCharsets.UTF_8) : null;
	}

	private static @Nullable String found(RedisTier tier) {
		return found(tier.claim("key").join());
	}

	private static void awaitFound(RedisTier tier, String value) {
		await().until(() -> {
			TierLease claim = tier.claim("key").join();
			if (claim.found() == null) {
				claim.store(bytes(value), HOUR);
			}
			return value.equals(found(claim));
		});
	}

	@Test
	void loadsOnceForAllInstances() {
		RedisTier a = tier();
		RedisTier b = tier();
		TierLease claim = a.claim("key").join();
		CompletableFuture<TierLease> other = b.claim("key");
		CompletableFuture<TierLease> same = a.claim("key");
		await().until(() -> b.answers() > 4);
		assertThat(other).isNotDone();
		claim.store(bytes("value"), HOUR);
		assertThat(found(other.join())).isEqualTo("value");
		assertThat(found(same.join())).isEqualTo("value");
		assertThat(redis().pttl("test:key")).isBetween(3_500_000L, 3_600_000L);
		assertThat(a.answerNanos()).isPositive();
	}

	@Test
	void passesTheLeaseOnAfterARelease() {
		RedisTier tier = tier();
		TierLease claim = tier.claim("key").join();
		CompletableFuture<TierLease> other = tier.claim("key");
		claim.release();
		assertThat(other.join()).isNotSameAs(TierLease.NONE).extracting(RedisTierTests::found).isNull();
		claim.store(bytes("late"), HOUR);
		other.join().store(bytes("value"), HOUR);
		assertThat(found(tier)).isEqualTo("value");
	}

	@Test
	void grantsNoClaimAfterOneSecondIfTheLoadingInstanceDies() {
		RedisTier tier = tier();
		TierLease claim = tier.claim("key").join();
		assertThat(tier.claim("key").join()).as("after one second").isSameAs(TierLease.NONE);
		assertThat(redis().pttl("test:key")).as("the lease of the first").isBetween(1L, 3_000L);
		redis().del("test:key");
		claim.store(bytes("slow"), HOUR);
		assertThat(found(tier)).as("of the slow instance").isEqualTo("slow");
		claim.release();
		assertThat(found(tier)).isEqualTo("slow");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void findsNoValueThatALostOneReplaced(boolean removed) {
		try (FaultyProxy proxy = new FaultyProxy(this.redis.port())) {
			RedisTier tier = tier("redis://127.0.0.1:" + proxy.port(), Duration.ofSeconds(1));
			awaitFound(tier, "old");
			proxy.lose();
			if (removed) {
				tier.refresh("key").remove();
			}
			else {
				tier.refresh("key").store(bytes("lost"), HOUR);
			}
			await().until(() -> !tier.isAvailable());
			proxy.heal();
			RedisTier other = tier();
			await().until(() -> redis().exists("test:key") == 0);
			assertThat(found(tier)).isNull();
			assertThat(found(other)).isNull();
		}
	}

	@Test
	void removesAValue() {
		RedisTier tier = tier();
		awaitFound(tier, "old");
		TierLease claim = tier.claim("key").join();
		claim.remove();
		await().until(() -> redis().exists("test:key") == 0);
		TierLease next = tier.claim("key").join();
		assertThat(found(next)).isNull();
		next.remove();
		assertThat(tier.claim("key").join()).as("with the lease that was returned").isNotSameAs(TierLease.NONE);
	}

	@Test
	void rejectsAValueUnderAnotherKeyAndReplacesIt() {
		RedisTier tier = tier();
		tier.claim("TUESDAY").join().store(bytes("tuesday"), HOUR);
		await().until(() -> redis().exists("test:TUESDAY") == 1);
		redis().rename("test:TUESDAY", "test:MONDAY");
		TierLease claim = tier.claim("MONDAY").join();
		assertThatIllegalArgumentException().isThrownBy(() -> found(claim)).withMessageContaining("not signed");
		claim.store(bytes("monday"), HOUR);
		assertThat(found(tier.claim("MONDAY").join())).isEqualTo("monday");
	}

	@Test
	void neitherStoresNorAcceptsValuesWithoutASecret() {
		RedisTier tier = tier();
		awaitFound(tier, "value");
		RegionVersion read = this.secret;
		this.secret = null;
		TierLease claim = tier.claim("key").join();
		assertThatIllegalArgumentException().isThrownBy(claim::found);
		claim.store(bytes("other"), HOUR);
		this.secret = read;
		awaitFound(tier, "signed");
		this.secret = new RegionVersion(1, UUID.randomUUID());
		assertThatIllegalArgumentException().isThrownBy(() -> found(tier));
		this.secret = read;
	}

	@Test
	void closesWithoutAWarning() {
		Logger lettuce = (Logger) LoggerFactory.getLogger("io.lettuce");
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		lettuce.addAppender(log);
		try {
			awaitFound(tier(), "before");
			close();
		}
		finally {
			lettuce.detachAppender(log);
			connect();
		}
		assertThat(log.list).filteredOn((event) -> event.getLevel().isGreaterOrEqual(Level.WARN)).isEmpty();
	}

	@Test
	void isUnavailableWithoutRedisAndRecovers() throws IOException {
		RedisTier tier = tier();
		awaitFound(tier, "before");
		this.redis.close();
		try {
			await("without any command").until(() -> !tier.isAvailable());
			assertThat(tier.claim("key").join()).isSameAs(TierLease.NONE);
			RedisTier late = tier();
			assertThat(late.claim("key").join()).isSameAs(TierLease.NONE);
			assertThat(late.failures()).isPositive();
			this.redis.start();
			await("without any command").until(() -> tier.isAvailable() && late.isAvailable());
			awaitFound(late, "after");
			awaitFound(tier, "after");
		}
		finally {
			close();
			connect();
		}
	}

	@Test
	void replacesASilentConnectionAfterAPause() {
		try (FaultyProxy proxy = new FaultyProxy(this.redis.port())) {
			RedisTier tier = tier("redis://127.0.0.1:" + proxy.port(), Duration.ofSeconds(1));
			awaitFound(tier, "value");
			proxy.lose();
			assertThat(tier.claim("key").join()).isSameAs(TierLease.NONE);
			long failures = tier.failures();
			assertThat(tier.claim("key")).as("during the pause").isCompletedWithValue(TierLease.NONE);
			assertThat(tier.failures()).isEqualTo(failures);
			await("an open port without answers").during(Duration.ofMillis(200)).until(() -> !tier.isAvailable());
			proxy.heal();
			await("without any command").until(tier::isAvailable);
			awaitFound(tier, "value");
		}
	}

	@Test
	void servesValuesWhileRedisIsFull() {
		RedisTier tier = tier();
		tier.claim("key").join().store(bytes("value"), HOUR);
		assertThat(found(tier)).isEqualTo("value");
		redis().configSet("maxmemory", "1");
		assertThat(tier.claim("other").join()).isSameAs(TierLease.NONE);
		assertThat(found(tier)).isEqualTo("value");
		assertThat(tier.failures()).isOne();
		tier.refresh("key").store(bytes("refused"), HOUR);
		await().until(() -> redis().exists("test:key") == 0);
	}

	@Test
	void needsThePasswordOfRedis() throws IOException {
		try (RedisProcess closed = new RedisProcess("requirepass secret")) {
			assertThat(tier(closed.url(), HOUR).claim("key").join()).isSameAs(TierLease.NONE);
			RedisTier known = tier("redis://:secret@127.0.0.1:" + closed.port(), Duration.ofSeconds(10));
			awaitFound(known, "value");
		}
	}

	@Test
	void rejectsInvalidUrls() {
		for (String url : List.of("http://127.0.0.1", "127.0.0.1:6379", "redis-socket:///tmp/redis", "redis://",
				"redis://:pass#word@127.0.0.1:6379", "redis://user:pass?word@127.0.0.1:6379", "redis://a b")) {
			assertThatIllegalArgumentException().as(url).isThrownBy(() -> tier(url, HOUR));
		}
	}

}
