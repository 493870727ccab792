package dev.yoil.ehcache;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.SharingInstances.Instance;
import dev.yoil.ehcache.internal.label.Labels;
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
 * Two instances that share what they load, and change it.
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

	@Test
	void doNotFindWhatWasReadBeforeAChange() {
		this.a.get(KEY, "old");
		this.a.regions.changed("region");
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "newer")).isEqualTo("new");
	}

	/**
	 * What is loaded while entries are being removed was read after the change.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "here", "here in a transaction", "there" })
	void doNotFindItWhileTheyHearOfTheChangeEither(String where) {
		this.a.get(KEY, "old");
		Labels.of(this.a.regions).register((changed) -> this.a.get(KEY, "new"));
		this.a.change(where);
		assertThat(this.a.get(KEY, "newer")).isEqualTo("new");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void doNotFindWhatWasEvicted(boolean transactional) {
		this.a.get(KEY, "old");
		this.b.get(KEY, "old");
		Cache evicting = (transactional) ? this.a.manager.getCache("cache") : this.a.cache;
		this.transaction.executeWithoutResult((status) -> evicting.evict(KEY));
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "new")).isEqualTo("new");
		assertThat(this.a.get(KEY, "newer")).isEqualTo("new");
	}

	@Test
	void doNotFindWhatIsJustBeingEvicted() {
		this.a.get(KEY, "old");
		this.instances.table.beforeIncrement(() -> this.a.get(KEY, "between"));
		this.a.cache.evict(KEY);
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
	}

	@Test
	void doNotFindWhatIsJustBeingEvictedByATransaction() {
		this.a.get(KEY, "old");
		Cache evicting = this.a.manager.getCache("cache");
		this.transaction.executeWithoutResult((status) -> {
			TransactionSynchronizationManager.registerSynchronization(new Between());
			evicting.evict(KEY);
		});
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
	}

	/**
	 * As a listener to transactional events does.
	 */
	@Test
	void doNotFindWhatIsEvictedAfterTheCommitOfAnother() {
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

	@Test
	void shareAgainAfterARollback() {
		this.a.get(KEY, "old");
		this.transaction.executeWithoutResult((status) -> {
			this.a.regions.changed("region");
			assertThat(this.a.regions.state(Set.of("region"))).isNull();
			status.setRollbackOnly();
		});
		assertThat(this.a.regions.state(Set.of("region"))).isEqualTo(this.b.regions.state(Set.of("region")));
	}

	@Test
	void doNotFindWhatWasCleared() {
		this.a.get(KEY, "old");
		this.a.cache.clear();
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
	}

	@Test
	void doNotFindWhatWasPut() {
		this.a.cache.put(KEY, "put");
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "loaded")).isEqualTo("loaded");
		assertThat(this.a.get(KEY, "other")).isEqualTo("put");
	}

	/**
	 * Until what could not be raised is, others know the state before by the same name.
	 */
	@Test
	void shareNothingOfAChangeThatIsToldLater() {
		this.a.get(KEY, "old");
		this.instances.table.leaveTransactions();
		this.transaction.executeWithoutResult((status) -> this.a.regions.changed("region"));
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
		assertThat(this.b.get(KEY, "other")).isEqualTo("old");
		this.instances.table.set("region", 1);
		this.a.regions.catchUp();
		assertThat(this.a.get(KEY, "newer")).as("another's change is not that one").isEqualTo("newer");
		assertThat(this.instances.tier.values).hasSize(1);
		this.instances.table.incrementLate();
		this.a.regions.catchUp();
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "shared")).isEqualTo("shared");
		assertThat(this.a.get(KEY, "newest")).isEqualTo("shared");
	}

	/**
	 * What it waits for may be older than what those may be given who come later.
	 */
	@Test
	void doNotJoinALoadThatBeganBeforeTheyDoubted() {
		this.instances.tier.hold();
		CompletableFuture<Object> first = Background.supply(() -> this.b.get(KEY, "first"));
		await().until(() -> this.instances.tier.asked() == 1);
		Runnable trust = this.b.regions.distrust();
		assertThat(this.b.get(KEY, "second")).isEqualTo("second");
		trust.run();
		this.instances.tier.letGo();
		assertThat(first.join()).isEqualTo("first");
	}

	/**
	 * What that finds may be a whole lease older than its beginning.
	 */
	@Test
	void doNotJoinALoadOfBeforeTheLeaseWasOver() throws Exception {
		try (SharingInstances shortly = new SharingInstances(Duration.ofMillis(600))) {
			shortly.tier.hold();
			CompletableFuture<Object> first;
			do {
				// Not before most of the lease is over, and again if that took too long.
				shortly.b.regions.catchUp();
				await().pollInterval(Duration.ofMillis(5)).until(() -> shortly.b.regions.leaseLeft().toMillis() < 200);
				first = Background.supply(() -> shortly.b.get(KEY, "first"));
				await().until(() -> shortly.tier.asked() > 0 || !shortly.b.regions.isValid());
			}
			while (shortly.tier.asked() == 0);
			await().pollInterval(Duration.ofMillis(5)).until(() -> !shortly.b.regions.isValid());
			CompletableFuture<Object> second = Background.supply(() -> shortly.b.get(KEY, "second"));
			await().until(() -> shortly.loads.get() == 1);
			shortly.tier.letGo();
			assertThat(second.join()).isEqualTo("second");
			assertThat(first.join()).isEqualTo("first");
		}
	}

	@Test
	void askNobodyWhileTheyMayHaveMissedAChange() {
		this.a.get(KEY, "old");
		Runnable trust = this.b.regions.distrust();
		assertThat(this.b.get(KEY, "new")).isEqualTo("new");
		trust.run();
	}

	@Test
	void keepNothingThatWasEvictedWhileItWasLoaded() {
		this.a.cache.get(KEY, () -> {
			this.a.cache.internals().remove(KEY::equals, "op");
			return "evicted";
		});
		assertThat(this.instances.tier.values).isEmpty();
		assertThat(this.instances.tier.released).isOne();
	}

	@Test
	void letAnOperatorRemoveAValueThereToo() {
		this.a.get(KEY, "old");
		this.a.cache.internals().remove(this.a.cache.index().find(KEY).sequence(), "op");
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
		this.a.cache.internals().remove(KEY::equals, "op");
		assertThat(this.a.get(KEY, "newer")).isEqualTo("newer");
		this.a.cache.internals().clear("op");
		assertThat(this.a.get(KEY, "newest")).isEqualTo("newest");
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "other")).isEqualTo("newest");
	}

	/** Before what a cache does with the commit. */
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

}
