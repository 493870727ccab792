package dev.yoil.ehcache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.statistics.Removal;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.support.Background;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Effects of a region change on entries and loads.
 */
@Timeout(30)
class RegionChangeTests {

	private static final int MANY = 5_000;

	private final FakeRegionTable table = new FakeRegionTable();

	private final Regions regions = Regions.shared(this.table, Duration.ofMinutes(10));

	private final CountDownLatch removing = new CountDownLatch(1);

	private boolean wait;

	private final TestCaches caches = TestCaches.transactional(10_000, "", this.regions);

	private final EhCacheCache cache = this.caches.cache();

	@BeforeEach
	void start() {
		this.regions.register((change) -> {
			if (this.wait) {
				await(this.removing);
			}
		});
		this.regions.catchUp();
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@AfterEach
	void close() {
		this.removing.countDown();
		this.caches.close();
	}

	@Test
	void voidsThePlainLoadsOfItsRegionOnly() {
		Key key = new Key("k", "a");
		PlainLoad kept = this.cache.beginLoad(key);
		this.regions.changed("b");
		kept.store().accept("loaded");
		assertThat(this.cache.get(key, String.class)).isEqualTo("loaded");
		int reads = key.reads.get();
		this.regions.changed("b");
		assertThat(key.reads).as("entries of other regions are not read").hasValue(reads);
		PlainLoad another = this.cache.beginLoad("without a region");
		this.table.set("other#17", 1);
		this.regions.catchUp();
		another.store().accept("loaded");
		assertThat(this.cache.get("without a region", String.class)).isEqualTo("loaded");
		PlainLoadCache call = new PlainLoadCache(this.cache, this.cache);
		assertThat(call.get(new Key("l", "a"))).isNull();
		this.regions.changed("a");
		call.put(new Key("l", "a"), "read before");
		assertThat(this.cache.get(new Key("l", "a"))).isNull();
		assertThat(this.cache.statistics().voidedLoads()).isOne();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void servesNoEntryOfARegionDuringItsRemoval(boolean put) {
		Key key = new Key("k", "a");
		this.cache.put(key, "old");
		this.wait = true;
		Background.run(() -> this.regions.changed("a"));
		Awaitility.await().until(() -> this.cache.peek(key) == null);
		if (put) {
			this.cache.put(key, "new");
		}
		else {
			assertThat(this.cache.<String>get(key, () -> "new")).isEqualTo("new");
		}
		this.removing.countDown();
		assertThat(this.cache.get(key, String.class)).as("since the change").isEqualTo("new");
		assertThat(this.cache.index().find(key).version()).isOne();
		assertThat(this.cache.index().size()).isOne();
		assertThat(this.cache.statistics().explicitRemovals()).isOne();
	}

	@Test
	void ofNotificationsOnlyTheLatestCounts() {
		RegionVersion later = new RegionVersion(18, UUID.randomUUID());
		this.cache.put(new Key("k", "a"), "old");
		assertThat(this.regions.applyCommitted(Map.of("a", later))).isEqualTo(1);
		assertThat(this.cache.get(new Key("k", "a"))).isNull();
		this.cache.put(new Key("k", "a"), "new");
		assertThat(this.regions.applyCommitted(Map.of("a", new RegionVersion(17, UUID.randomUUID())))).isZero();
		assertThat(this.regions.applyCommitted(Map.of("a", later))).isZero();
		assertThat(this.cache.get(new Key("k", "a"), String.class)).isEqualTo("new");
		assertThat(this.regions.version("a")).isEqualTo(later);
	}

	@Test
	void aChangeOfAFurtherRowIsAChangeOfItsRegion() {
		this.cache.put(new Key("k", "a"), "old");
		this.cache.put(new Key("l", "b"), "kept");
		this.table.set("#3 a", 1);
		this.regions.catchUp();
		assertThat(this.cache.get(new Key("k", "a"))).isNull();
		assertThat(this.cache.get(new Key("l", "b"))).isNotNull();
		this.cache.put(new Key("k", "a"), "old");
		this.regions.applyCommitted(Map.of("#3 a", new RegionVersion(2, UUID.randomUUID())));
		assertThat(this.cache.get(new Key("k", "a"))).isNull();
		assertThat(this.regions.version("a")).matches((version) -> version.number() == 2);
		assertThatIllegalArgumentException().isThrownBy(() -> this.regions.changed("#3 a"));
	}

	@Test
	void aNotificationIsNoRead() {
		this.table.set("a", 1);
		this.table.set("b", 1);
		this.regions.catchUp();
		CountDownLatch acted = new CountDownLatch(1);
		this.regions.onChange("a", acted::countDown);
		RegionVersion lost = new RegionVersion(7, UUID.randomUUID());
		this.regions.applyCommitted(Map.of("a", lost));
		Awaitility.await().until(() -> acted.getCount() == 0);
		assertThat(this.regions.version("b")).as("missing in it").isNotNull();
		this.regions.catchUp();
		assertThat(this.regions.version("a")).as("after a restore").matches((version) -> version.number() == 1);
		Regions unread = Regions.shared(this.table, Duration.ofMinutes(10));
		unread.applyCommitted(Map.of("a", lost));
		assertThat(unread.isValid()).as("has a lease").isFalse();
	}

	@Test
	void renewsTheLeaseBeforeItRemovesEntries() {
		Regions shortly = Regions.shared(this.table, Duration.ofSeconds(20));
		List<Boolean> valid = new ArrayList<>();
		shortly.register((change) -> valid.add(shortly.isValid()));
		this.table.set("a", 1);
		shortly.catchUp();
		assertThat(valid).containsExactly(true);
	}

	@Test
	void removesFewEntriesAtOnce() {
		for (int i = 0; i < 10; i++) {
			this.cache.put(new Key("k" + i, (i < 3) ? "a" : "b"), "value");
		}
		this.regions.changed("a");
		assertThat(this.cache.index().size()).isEqualTo(7);
		assertThat(this.cache.getNativeCache()).hasSize(7);
		assertThat(this.cache.statistics().explicitRemovals()).isEqualTo(3);
		assertThat(TestCaches.removals(this.cache)).extracting(Removal::cause).containsOnly(RemovalCause.REMOVED);
	}

	@Test
	void removesManyEntriesInTheBackground() {
		putMany(List.of("a"), () -> {
			if (isRemover()) {
				await(this.removing);
			}
		});
		this.cache.put(new Key("other", "b"), "value");
		this.regions.changed("a");
		assertThat(this.cache.index().size()).as("before the background removal").isOne();
		assertThat(this.cache.index().entriesAfter(0)).hasSize(1);
		this.removing.countDown();
		Awaitility.await().untilAsserted(() -> assertThat(this.cache.getNativeCache()).hasSize(1));
		Awaitility.await().until(() -> this.cache.index().size() == 1);
		assertThat(this.cache.statistics().explicitRemovals()).isEqualTo(MANY);
	}

	private static boolean isRemover() {
		return Thread.currentThread().getName().startsWith(BackgroundThreads.REMOVAL);
	}

	@Test
	void oneThreadRemovesTheEntriesOfAllRegions() {
		Set<Thread> removers = ConcurrentHashMap.newKeySet();
		putMany(List.of("r0", "r1", "r2", "r3", "r4"), () -> removers.add(Thread.currentThread()));
		removers.clear();
		this.regions.changed("r0", "r1", "r2", "r3", "r4");
		Awaitility.await().untilAsserted(() -> assertThat(this.cache.getNativeCache()).isEmpty());
		assertThat(removers).singleElement().satisfies((thread) -> {
			assertThat(thread.getName()).startsWith(BackgroundThreads.REMOVAL);
			assertThat(thread.isDaemon()).isTrue();
		});
	}

	@Test
	void theManagerEndsItsRemovals() {
		AtomicReference<@Nullable Thread> remover = new AtomicReference<>();
		putMany(List.of("a"), () -> {
			if (isRemover()) {
				remover.set(Thread.currentThread());
				try {
					this.removing.await();
				}
				catch (InterruptedException ex) {
					this.removing.countDown();
				}
			}
		});
		this.regions.changed("a");
		Awaitility.await().until(() -> remover.get() != null);
		this.caches.close();
		Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> !remover.get().isAlive());
	}

	private void putMany(List<String> regions, Runnable onHash) {
		for (int i = 0; i < MANY; i++) {
			this.cache.put(new Key("k" + i, regions.get(i % regions.size()), onHash), "value");
		}
	}

	@Test
	void theCallerRemovesIfTooManyRemovalsWait() {
		CountDownLatch blocked = new CountDownLatch(1);
		List<String> threads = Collections.synchronizedList(new ArrayList<>());
		try (BackgroundThreads background = new BackgroundThreads(null)) {
			CountDownLatch begun = new CountDownLatch(1);
			background.remove(() -> {
				begun.countDown();
				await(blocked);
			});
			await(begun);
			for (int i = 0; i < BackgroundThreads.QUEUE; i++) {
				background.remove(() -> threads.add(Thread.currentThread().getName()));
			}
			assertThat(threads).isEmpty();
			background.remove(() -> threads.add(Thread.currentThread().getName()));
			assertThat(threads).containsExactly(Thread.currentThread().getName());
			blocked.countDown();
			Awaitility.await().until(() -> threads.size() == BackgroundThreads.QUEUE + 1);
		}
	}

	/** A key of one region that counts the reads of its region. */
	private static final class Key implements RegionKey {

		private final String name;

		private final String region;

		private final Runnable onHash;

		private final AtomicInteger reads = new AtomicInteger();

		Key(String name, String region) {
			this(name, region, () -> {
			});
		}

		Key(String name, String region, Runnable onHash) {
			this.name = name;
			this.region = region;
			this.onHash = onHash;
		}

		@Override
		public Set<String> regions() {
			this.reads.incrementAndGet();
			return Set.of(this.region);
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof Key key && key.name.equals(this.name) && key.region.equals(this.region);
		}

		@Override
		public int hashCode() {
			this.onHash.run();
			return this.name.hashCode();
		}

	}

	@Test
	void reachesAddedCaches() {
		Regions alone = Regions.alone();
		try (TestCaches caches = TestCaches.transactional("", alone)) {
			caches.apply("<cache alias='cache'><heap>10</heap><y:policy region='cache-region'/></cache>"
					+ "<cache alias='c'><heap>10</heap><y:policy region='r'/></cache>");
			EhCacheCache added = caches.manager().caches().get(1);
			added.put("key", "value");
			alone.changed("r");
			assertThat(added.index().size()).isZero();
			assertThat(caches.manager().getCacheNames()).hasSize(2);
		}
	}

	@Test
	void namesNoRegionForAValueThatHasExpiredBefore() {
		Regions alone = Regions.alone();
		try (TestCaches caches = TestCaches.transactional("ttl='10s'", alone)) {
			caches.cache().put("key", "value");
			caches.clock().advance(Duration.ofSeconds(60));
			alone.changed("cache-region");
			assertThat(TestCaches.removals(caches.cache())).singleElement().extracting(Removal::region).isNull();
		}
	}

	@Test
	void isNotAnnouncedByAPlainLoad() {
		FakeRegionTable table = new FakeRegionTable();
		Regions shared = Regions.shared(table, Duration.ofHours(1));
		shared.catchUp();
		try (TestCaches one = TestCaches.transactional("ttl='200s'", shared)) {
			PlainLoadCache call = new PlainLoadCache(one.cache(), one.cache());
			assertThat(call.get("key")).isNull();
			call.put("key", "a");
			assertThat(one.cache().get("key", String.class)).isEqualTo("a");
			assertThat(table.read()).isEmpty();
			one.cache().put("key", "b");
			assertThat(table.read()).containsOnlyKeys("cache-region");
		}
	}

}
