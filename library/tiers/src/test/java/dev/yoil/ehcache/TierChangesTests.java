package dev.yoil.ehcache;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.yoil.ehcache.SharingInstances.Instance;
import dev.yoil.ehcache.SharingInstances.Key;
import dev.yoil.ehcache.region.RegionRead;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.support.Background;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
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

	/** The first instance does not have the value on its heap. */
	@ParameterizedTest(name = "{0}, in a transaction: {1}")
	@MethodSource("writes")
	void doNotFindAWrittenValue(String name, boolean transactional, Consumer<Cache> write) {
		this.b.get(KEY, "old");
		Cache written = this.a.manager.getCache("cache");
		if (transactional) {
			this.transaction.executeWithoutResult((status) -> write.accept(written));
		}
		else {
			write.accept(written);
		}
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "new")).isEqualTo("new");
		assertThat(this.a.get(KEY, "newer")).isEqualTo(name.startsWith("put") ? "put" : "new");
	}

	static Stream<Arguments> writes() {
		return Stream.of(true, false)
			.flatMap((transactional) -> Stream.of(write("put", transactional, (cache) -> cache.put(KEY, "put")),
					write("putIfAbsent", transactional, (cache) -> assertThat(cache.putIfAbsent(KEY, "put")).isNull()),
					write("evict", transactional, (cache) -> cache.evict(KEY)),
					write("evictIfPresent", transactional, (cache) -> cache.evictIfPresent(KEY)),
					write("evictIf", transactional, (cache) -> BulkOperations.of(cache).evictIf(KEY::equals)),
					write("clear", transactional, Cache::clear),
					write("invalidate", transactional, (cache) -> cache.invalidate())));
	}

	private static Arguments write(String name, boolean transactional, Consumer<Cache> write) {
		return Arguments.of(name, transactional, write);
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
	void doNotFindAClearedValue() {
		this.a.get(KEY, "old");
		this.a.cache.clear();
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
	}

	@Test
	void loadAfterAPutOnAnotherInstance() {
		this.a.cache.put(KEY, "put");
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "loaded")).isEqualTo("loaded");
		assertThat(this.a.get(KEY, "other")).isEqualTo("put");
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

	@Test
	void doNotStoreAKeyEvictedDuringTheLoad() {
		this.a.cache.get(KEY, () -> {
			this.a.cache.writes().remove(KEY::equals, "op");
			return "evicted";
		});
		assertThat(this.instances.tier.values).isEmpty();
		assertThat(this.instances.tier.released).isOne();
	}

	@Test
	void removeFromTheTierOnBehalfOfAnOperator() {
		this.a.get(KEY, "old");
		this.a.cache.writes().remove(this.a.cache.index().find(KEY).sequence(), "op");
		assertThat(this.a.get(KEY, "new")).isEqualTo("new");
		this.a.cache.writes().remove(KEY::equals, "op");
		assertThat(this.a.get(KEY, "newer")).isEqualTo("newer");
		this.a.cache.writes().clear("op");
		assertThat(this.a.get(KEY, "newest")).isEqualTo("newest");
		this.b.regions.catchUp();
		assertThat(this.b.get(KEY, "other")).isEqualTo("newest");
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
	void reachesKeysThatOnlyOtherInstancesAndTiersHold() {
		try (SharingInstances instances = new SharingInstances(Duration.ofMinutes(10))) {
			Key elsewhere = new Key("elsewhere");
			instances.b.get(elsewhere, "old");
			instances.a.get(new Key("other"), "other");
			BulkOperations.of(instances.a.cache).evictIf(elsewhere::equals);
			assertThat(instances.a.cache.get(new Key("other"))).as("not matched here").isNotNull();
			instances.b.regions.catchUp();
			assertThat(instances.b.get(elsewhere, "new")).isEqualTo("new");
			assertThat(instances.a.get(elsewhere, "newer")).isEqualTo("new");
		}
	}

}
