package dev.yoil.ehcache;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.yoil.ehcache.SharingInstances.Instance;
import dev.yoil.ehcache.SharingInstances.Key;
import dev.yoil.ehcache.region.RegionRead;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.support.Background;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.cache.Cache;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static dev.yoil.ehcache.SharingInstances.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Changes on two instances that share a tier.
 */
@Timeout(30)
class TierChangesTests {

	private final SharingInstances instances = new SharingInstances(Duration.ofMinutes(10));

	private final Instance a = this.instances.a;

	private final Instance b = this.instances.b;

	private final TransactionTemplate transaction = this.instances.transaction;

	@AfterEach
	void stop() {
		this.instances.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "here", "here in a transaction", "there" })
	void doNotFindAnOldValueWhileTheyApplyAChange(String where) {
		this.a.get(KEY, "old");
		this.a.regions.register((changed) -> this.a.get(KEY, "new"));
		this.a.change(where);
		assertThat(this.a.get(KEY, "newer")).isEqualTo("new");
	}

	@Test
	void announceNothingIfAPutIfAbsentWritesNothing() {
		this.a.get(KEY, "present");
		Map<String, RegionVersion> before = this.instances.table.read();
		assertThat(this.a.cache.putIfAbsent(KEY, "put")).isNotNull();
		Cache transactional = this.a.manager.getCache("cache");
		this.transaction.executeWithoutResult((status) -> transactional.putIfAbsent(KEY, "put"));
		assertThat(this.instances.table.read()).isEqualTo(before);
	}

	@Test
	void doNotFindAValueThatIsBeingEvicted() {
		this.a.get(KEY, "old");
		this.instances.table.beforeIncrement(() -> this.a.get(KEY, "between"));
		this.a.cache.evict(KEY);
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
	}

	@Test
	void doNotFindAValueThatATransactionIsEvicting() {
		this.a.get(KEY, "old");
		Cache evicting = this.a.manager.getCache("cache");
		this.transaction.executeWithoutResult((status) -> {
			TransactionSynchronizationManager.registerSynchronization(new Between());
			evicting.evict(KEY);
		});
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
	}

	@Test
	void doNotFindAValueEvictedInAfterCommit() {
		this.a.get(KEY, "old");
		Cache evicting = this.a.manager.getCache("cache");
		this.transaction.executeWithoutResult(
				(status) -> TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

					@Override
					public void afterCommit() {
						evicting.evictIfPresent(KEY);
						assertThat(TierChangesTests.this.a.get(KEY, "new")).isEqualTo("new");
					}

				}));
		assertThat(this.a.get(KEY, "newer")).isEqualTo("newer");
		assertThat(this.instances.tier.values).hasSize(1);
	}

	/**
	 * The name of the value is the same again.
	 */
	@Test
	void doNotFindAValueFromBeforeAChangeWhoseVersionWasRemoved() {
		String name = this.a.regions.state(Set.of("region"));
		this.a.get(KEY, "old");
		this.a.regions.changed("region");
		long readAt = this.instances.clock.millis();
		this.instances.table.horizon(TimeUnit.MILLISECONDS.toMicros(readAt + 1 - RegionRead.MARGIN.toMillis()));
		this.b.regions.catchUp();
		assertThat(this.b.regions.state(Set.of("region"))).isEqualTo(name);
		assertThat(this.b.get(KEY, "new")).isEqualTo("new");
		this.instances.clock.advance(Duration.ofMillis(1));
		this.b.get(new Key("two"), "shared");
		this.a.regions.catchUp();
		assertThat(this.a.get(new Key("two"), "own")).isEqualTo("shared");
	}

	/**
	 * Until the late increment, other instances use the name of the old state.
	 */
	@Test
	void shareNothingBeforeALateIncrement() {
		this.a.get(KEY, "old");
		this.instances.table.leaveTransactions();
		this.transaction.executeWithoutResult((status) -> this.a.regions.changed("region"));
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
		assertThat(this.b.get(KEY, "other")).isEqualTo("old");
		this.instances.table.set("region", 1);
		this.a.regions.catchUp();
		assertThat(this.a.get(KEY, "newer")).as("the change of another instance is a different one").isEqualTo("newer");
		assertThat(this.instances.tier.values).hasSize(1);
		this.instances.table.incrementLate();
		this.a.regions.catchUp();
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "shared")).isEqualTo("shared");
		assertThat(this.a.get(KEY, "newest")).isEqualTo("shared");
	}

	@Test
	void doNotJoinALoadThatBeganBeforeTheyDistrusted() {
		this.instances.tier.hold();
		CompletableFuture<Object> first = Background.supply(() -> this.b.get(KEY, "first"));
		await().until(() -> this.instances.tier.held() == 1);
		Runnable trust = this.b.regions.distrust();
		assertThat(this.b.get(KEY, "second")).isEqualTo("second");
		trust.run();
		this.instances.tier.letGo();
		assertThat(first.join()).isEqualTo("first");
	}

	@Test
	void doNotUseTheTierWhileTheyDistrust() {
		this.a.get(KEY, "old");
		Runnable trust = this.b.regions.distrust();
		assertThat(this.b.get(KEY, "new")).isEqualTo("new");
		trust.run();
	}

	/** Runs before the cache's own {@code afterCommit}. */
	private final class Between implements TransactionSynchronization {

		@Override
		public int getOrder() {
			return HIGHEST_PRECEDENCE;
		}

		@Override
		public void afterCommit() {
			TierChangesTests.this.a.get(KEY, "between");
		}

	}

	/** The other instance and the tier cannot test keys. */
	@Test
	void reachKeysThatOnlyOtherInstancesAndTiersHold() {
		this.b.get(KEY, "old");
		this.a.get(new Key("other"), "other");
		BulkOperations.of(this.a.cache).evictIf(KEY::equals);
		assertThat(this.a.cache.get(new Key("other"))).as("not matched here").isNotNull();
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "new")).isEqualTo("new");
		assertThat(this.a.get(KEY, "newer")).isEqualTo("new");
	}

}
