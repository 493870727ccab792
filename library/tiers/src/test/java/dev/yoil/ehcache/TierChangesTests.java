package dev.yoil.ehcache;

import java.io.Serializable;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.yoil.ehcache.SharingInstances.Instance;
import dev.yoil.ehcache.SharingInstances.Key;
import dev.yoil.ehcache.internal.CacheOperations;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.RegionRead;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.support.Background;
import org.jspecify.annotations.Nullable;
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
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Changes on two instances that share a tier, and loads during their removals.
 */
@Timeout(30)
class TierChangesTests {

	private static final Key COMPUTED = new Key("computed");

	private final SharingInstances instances = new SharingInstances(Duration.ofMinutes(10));

	private final Instance a = this.instances.a;

	private final Instance b = this.instances.b;

	private final TransactionTemplate transaction = this.instances.transaction;

	private @Nullable Thread loader;

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
		Cache written = requireNonNull(this.a.manager.getCache("cache"));
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
					write("invalidate", transactional, Cache::invalidate)));
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

	@ParameterizedTest
	@ValueSource(strings = { "here", "here in a transaction", "there" })
	void doNotStoreAValueComputedFromAnEntryBeingRemoved(String where) throws Exception {
		verifyNotStored(where, (compute) -> this.a.cache.get(COMPUTED, compute::get));
	}

	@Test
	void doNotStoreItInATransaction() throws Exception {
		verifyNotStored("here", (compute) -> this.transaction.executeWithoutResult(
				(status) -> requireNonNull(this.a.manager.getCache("cache")).get(COMPUTED, compute::get)));
	}

	@Test
	void doNotStoreItWithoutSync() throws Exception {
		verifyNotStored("here", (compute) -> this.a.cache.beginLoad(COMPUTED).store().accept(compute.get()));
	}

	private void verifyNotStored(String where, Consumer<Supplier<String>> load) throws Exception {
		WatchedKey key = new WatchedKey();
		this.a.get(key, "old");
		this.instances.beforeRemoval = () -> key.onHash = () -> begin(key, load);
		this.a.change(where);
		requireNonNull(this.loader).join();
		assertThat(this.a.get(COMPUTED, "of newer")).isEqualTo("of new");
		this.b.regions.catchUp();
		assertThat(this.b.get(COMPUTED, "of newest")).isIn("of new", "of newest");
	}

	/**
	 * The read happens between the increment of the version and the write.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "put", "evict", "evict in a transaction", "evict though a callback fails", "remove",
			"remove all" })
	void doNotShareAValueComputedFromAnEntryBeingWritten(String write) throws Exception {
		WatchedKey key = new WatchedKey();
		this.a.get(key, "old");
		this.instances.table
			.afterIncrement(() -> key.onHash = () -> begin(key, (compute) -> this.a.cache.get(COMPUTED, compute::get)));
		write(write, key);
		requireNonNull(this.loader).join();
		this.b.regions.catchUp();
		assertThat(this.b.get(COMPUTED, "of newest")).isEqualTo("of newest");
	}

	private void write(String write, Object key) {
		CacheOperations operator = this.a.cache.writes();
		switch (write) {
			case "put" -> this.a.cache.put(key, "put");
			case "evict" -> this.a.cache.evict(key);
			case "evict in a transaction" -> this.transaction
				.executeWithoutResult((status) -> requireNonNull(this.a.manager.getCache("cache")).evict(key));
			case "evict though a callback fails" ->
				assertThatIllegalStateException().isThrownBy(() -> this.transaction.executeWithoutResult((status) -> {
					TransactionSynchronizationManager.registerSynchronization(new Failing());
					requireNonNull(this.a.manager.getCache("cache")).evict(key);
				}));
			case "remove" -> operator.remove(requireNonNull(this.a.cache.index().find(key)).sequence(), "op");
			default -> operator.remove((any) -> true, "op");
		}
	}

	/**
	 * Starts a load in another thread that reads a key, and waits until it blocks or
	 * ends.
	 */
	private void begin(Object of, Consumer<Supplier<String>> load) {
		Thread thread = new Thread(() -> load.accept(() -> "of " + this.a.get(of, "new")));
		thread.setDaemon(true);
		this.loader = thread;
		thread.start();
		await().until(() -> thread.getState() != Thread.State.NEW && thread.getState() != Thread.State.RUNNABLE);
	}

	/** A key that runs an action at its next lookup. */
	private static final class WatchedKey implements RegionKey, Serializable {

		private static final long serialVersionUID = 1L;

		private transient volatile @Nullable Runnable onHash;

		@Override
		public Set<String> regions() {
			return KEY.regions();
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof WatchedKey;
		}

		@Override
		public int hashCode() {
			Runnable next = this.onHash;
			this.onHash = null;
			if (next != null) {
				next.run();
			}
			return 1;
		}

	}

	/** A callback that fails, so that caches write after the completion. */
	private static final class Failing implements TransactionSynchronization {

		@Override
		public int getOrder() {
			return HIGHEST_PRECEDENCE;
		}

		@Override
		public void afterCommit() {
			throw new IllegalStateException("planted");
		}

	}

}
