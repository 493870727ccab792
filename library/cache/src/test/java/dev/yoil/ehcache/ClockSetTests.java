package dev.yoil.ehcache;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

import dev.yoil.ehcache.internal.index.ElapsedTime;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.support.FakeClock;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changes of the wall clock while entries age.
 */
class ClockSetTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private final Deque<Runnable> refreshes = new ArrayDeque<>();

	private TestCaches caches;

	private EhCacheCache cache;

	@AfterEach
	void close() {
		if (this.caches != null) {
			this.caches.close();
		}
	}

	@Test
	void expiresAfterTtlIfTheClockIsSetBack() {
		open("ttl='10s'");
		this.cache.put("key", "value");
		set(HOUR.negated());
		pass(Duration.ofMillis(9_999));
		assertThat(this.cache.get("key")).isNotNull();
		pass(Duration.ofMillis(1));
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void expiresAfterTtiIfTheClockIsSetForward() {
		open("tti='10s'");
		this.cache.put("key", "value");
		set(HOUR);
		pass(Duration.ofMillis(9_999));
		assertThat(this.cache.get("key")).isNotNull();
		pass(Duration.ofSeconds(10));
		assertThat(this.cache.get("key")).isNull();
	}

	@Test
	void refreshesOnTimeIfTheClockIsSetBack() {
		open("ttl='200s' refresh-after='150s'");
		this.cache.put("key", "value");
		set(HOUR.negated());
		pass(Duration.ofSeconds(150));
		this.cache.get("key", () -> "refreshed");
		assertThat(this.refreshes).hasSize(1);
	}

	@Test
	void expiresAtUntilIfTheClockIsSetForward() {
		open("ttl='24h' until='0 0 0 * * *' stale-if-error='1h'");
		this.cache.put("ranking", "of the 21st");
		set(HOUR.multipliedBy(12).minusMillis(1));
		assertThat(this.cache.get("ranking")).isNotNull();
		set(Duration.ofMillis(1));
		assertThat(this.cache.get("ranking")).isNull();
		assertThat(TestCaches.removals(this.cache)).singleElement()
			.extracting((removal) -> removal.cause(), (removal) -> removal.at())
			.containsExactly(RemovalCause.UNTIL, Instant.parse("2026-11-21T15:00:00Z").toEpochMilli());
		assertThat(this.cache.index().size()).isZero();
		assertThat(TestCaches.nativeCache(this.cache)).isEmpty();
	}

	@Test
	void expiresAtUntilIfTheClockIsSetBack() {
		open("until='0 0 0 * * *'");
		this.cache.put("ranking", "of the 21st");
		set(HOUR.negated());
		pass(HOUR.multipliedBy(13).minusMillis(1));
		assertThat(this.cache.get("ranking")).isNotNull();
		pass(Duration.ofMillis(1));
		assertThat(this.cache.get("ranking")).isNull();
	}

	@Test
	void measuresAgeByTheInjectedClock() {
		FakeClock clock = new FakeClock();
		ElapsedTime fake = new ElapsedTime(clock);
		long before = fake.now();
		clock.set(clock.instant().plusSeconds(1));
		assertThat(fake.now() - before).isEqualTo(1_000);
		ElapsedTime system = new ElapsedTime(Clock.systemDefaultZone());
		assertThat(system.toWall(system.now())).isCloseTo(System.currentTimeMillis(), Offset.offset(1_000L));
	}

	private void open(String policy) {
		this.caches = TestCaches.monotonic(policy, this.refreshes::add);
		this.cache = this.caches.cache();
	}

	/** Sets the wall clock; the elapsed time stays the same. */
	private void set(Duration forward) {
		this.caches.clock().set(this.caches.clock().instant().plus(forward));
	}

	private void pass(Duration time) {
		this.caches.clock().advance(time);
	}

}
