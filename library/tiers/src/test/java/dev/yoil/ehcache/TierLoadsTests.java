package dev.yoil.ehcache;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.SharingInstances.Instance;
import dev.yoil.ehcache.SharingInstances.Key;
import dev.yoil.ehcache.internal.tier.TierValue;
import dev.yoil.ehcache.spi.LowerLevel;
import dev.yoil.support.Background;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.transaction.support.TransactionTemplate;

import static dev.yoil.ehcache.SharingInstances.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Loads of two instances that share a tier.
 */
@Timeout(30)
class TierLoadsTests {

	private final SharingInstances instances = new SharingInstances(Duration.ofMinutes(10));

	private final Instance a = this.instances.a;

	private final Instance b = this.instances.b;

	@AfterEach
	void stop() {
		this.instances.close();
	}

	@Test
	void encodeNothingWithoutTheRightToStore() throws Exception {
		this.instances.tier.away = true;
		this.a.cache.get(KEY, Object::new);
		assertThat(this.a.cache.statistics().tierRefusals()).isZero();
		this.instances.tier.away = false;
		this.b.cache.get(KEY, Object::new);
		assertThat(this.b.cache.statistics().tierRefusals()).isOne();
	}

	@Test
	void storeWallClockTimes() {
		this.instances.clock.set(this.instances.clock.instant().minusSeconds(3_600));
		this.instances.clock.advance(Duration.ofSeconds(10));
		this.a.get(KEY, "first");
		long now = this.instances.clock.millis();
		assertThat(this.instances.tier.values.values()).singleElement()
			.extracting(TierValue::of)
			.extracting(TierValue::readAt, TierValue::madeAt)
			.containsExactly(now, now);
		this.instances.clock.advance(Duration.ofSeconds(100));
		assertThat(this.b.get(KEY, "second")).isEqualTo("first");
		this.instances.clock.advance(Duration.ofSeconds(99));
		assertThat(this.b.cache.get(KEY, String.class)).isEqualTo("first");
		this.instances.clock.advance(Duration.ofSeconds(1));
		assertThat(this.b.cache.get(KEY)).as("age since the load").isNull();
	}

	@Test
	void tellWhetherTheSharedTierWorks() {
		assertThat(this.b.cache.unwrap(LowerLevel.class).isAvailable()).isTrue();
		this.instances.tier.hold();
		assertThat(this.b.cache.unwrap(LowerLevel.class).isAvailable()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void countTheTimeOfTheLoaderOnly(boolean future) {
		this.instances.tier.hold();
		CompletableFuture<Object> loading = Background
			.supply(() -> future ? this.a.cache.retrieve(KEY, () -> CompletableFuture.completedFuture("value")).join()
					: this.a.get(KEY, "value"));
		await().until(() -> this.instances.tier.held() == 1);
		await().pollDelay(Duration.ofMillis(100)).until(() -> true);
		long letGo = System.nanoTime();
		this.instances.tier.letGo();
		loading.join();
		assertThat(this.a.cache.statistics().loadNanos()).isLessThanOrEqualTo(System.nanoTime() - letGo);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void retrieveDoesNotBlockOnTheTier(boolean shared) {
		if (shared) {
			this.b.get(KEY, "shared");
		}
		this.instances.tier.hold();
		CompletableFuture<CompletableFuture<Object>> retrieved = Background
			.supply(() -> this.a.cache.retrieve(KEY, () -> CompletableFuture.completedFuture("own")));
		assertThat(retrieved).succeedsWithin(Duration.ofSeconds(5));
		assertThat(retrieved.join()).isNotDone();
		this.instances.tier.letGo();
		assertThat(retrieved.join()).succeedsWithin(Duration.ofSeconds(5)).isEqualTo(shared ? "shared" : "own");
		assertThat(this.a.get(KEY, "kept")).isEqualTo(shared ? "shared" : "own");
	}

	@Test
	void releaseTheLeaseIfInterrupted() throws InterruptedException {
		this.instances.tier.hold();
		Thread waiting = new Thread(() -> assertThatExceptionOfType(Cache.ValueRetrievalException.class)
			.isThrownBy(() -> this.a.get(KEY, "never")));
		waiting.start();
		await().until(() -> this.instances.tier.held() == 1);
		waiting.interrupt();
		waiting.join();
		assertThat(this.a.cache.statistics().loads()).as("the source was not called").isZero();
		this.instances.tier.letGo();
		assertThat(this.instances.tier.released).isOne();
		this.instances.tier.hold();
		Thread.currentThread().interrupt();
		assertThat(this.a.get(KEY, "interrupted before")).isEqualTo("interrupted before");
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void leaveAnUnreadableValueInATransaction() {
		TransactionTemplate transaction = this.instances.transaction;
		this.b.get(KEY, "shared");
		this.instances.tier.values.replaceAll((key, value) -> new byte[] { 1 });
		transaction.executeWithoutResult((status) -> this.a.get(KEY, "of its snapshot"));
		assertThat(this.instances.tier.values).allSatisfy((key, value) -> assertThat(value).hasSize(1));
		transaction.executeWithoutResult((status) -> this.a.get(new Key("two"), "of its snapshot"));
		assertThat(this.instances.tier.released).isEqualTo(2);
	}

	@Test
	void findTheRefreshOfAnotherInstance() {
		this.a.get(KEY, "old");
		long loadedAt = this.instances.clock.millis();
		this.instances.clock.advance(Duration.ofSeconds(149));
		this.b.get(KEY, "old");
		assertThat(this.b.cache.index().find(KEY).createdAt()).isEqualTo(loadedAt);
		this.instances.clock.advance(Duration.ofSeconds(2));
		assertThat(this.b.get(KEY, "refreshed")).isEqualTo("old");
		assertThat(this.b.get(KEY, "other")).isEqualTo("refreshed");
		this.instances.clock.advance(Duration.ofSeconds(50));
		assertThat(this.a.get(KEY, "other")).as("expired here, refreshed on the other").isEqualTo("refreshed");
		assertThat(this.instances.tier.times).containsExactly(Duration.ofSeconds(200), Duration.ofSeconds(200));
	}

	@Test
	void releaseTheLeaseIfTheValueCannotBeStored() {
		assertThatExceptionOfType(Cache.ValueRetrievalException.class)
			.isThrownBy(() -> this.a.cache.get(new UnstorableKey(), () -> "value"))
			.withCauseInstanceOf(OutOfMemoryError.class);
		assertThat(this.instances.tier.released).isOne();
		assertThat(this.a.cache.<Object>get(KEY, () -> 42)).as("cannot be encoded").isEqualTo(42);
		assertThat(this.instances.tier.released).isEqualTo(2);
	}

	@Test
	void releaseTheLeaseIfTheLoadFails() {
		assertThatExceptionOfType(Cache.ValueRetrievalException.class).isThrownBy(() -> this.a.cache.get(KEY, () -> {
			throw new IllegalStateException("planted");
		}));
		assertThat(this.instances.tier.released).isOne();
	}

	@Test
	void endAValueThatIsGoneWithoutAWrite() {
		try (SharingInstances sharing = new SharingInstances(Duration.ofMinutes(10), "ttl='200s' refresh-after='150s'",
				Runnable::run)) {
			sharing.a.get(KEY, "old");
			sharing.b.get(KEY, "unused");
			sharing.clock.advance(Duration.ofSeconds(150));
			sharing.table.beforeIncrement(() -> {
				throw new AssertionError("announced");
			});
			assertThat(sharing.a.cache.<Object>get(KEY, () -> {
				throw new EmptyResultDataAccessException(1);
			})).as("while it is refreshed").isEqualTo("old");
			assertThat(sharing.a.cache.peek(KEY)).isNull();
			assertThat(sharing.tier.values).isEmpty();
			sharing.b.regions.catchUp();
			assertThat(sharing.b.cache.get(KEY, String.class)).as("on the other instance").isEqualTo("old");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "soft-timeout='1h'" })
	void askTheSharedTierBeforeTheSourceForAStaleValue(String policy) {
		try (SharingInstances stale = new SharingInstances(Duration.ofMinutes(10),
				"ttl='10s' stale-if-error='10m' " + policy, Background::run)) {
			stale.a.get(KEY, "old");
			stale.b.get(KEY, "old");
			stale.clock.advance(Duration.ofSeconds(11));
			assertThat(stale.a.get(KEY, "of a")).isEqualTo("of a");
			assertThat(stale.b.get(KEY, "loaded again")).isEqualTo("of a");
		}
	}

}
