package dev.yoil.ehcache;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.ehcache.xml.EhcacheXml;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Readers of an instance that has not heard from the database for its lease, and hears
 * again just while they read.
 */
@Timeout(30)
class LeaseOverTests {

	private static final Duration LEASE = Duration.ofMillis(300);

	private static final EhcacheXml DECLARED = TestCaches
		.read(TestCaches.HEAD + "<cache alias='cache'><heap>100</heap><y:policy ttl='200s'/></cache></config>");

	private final FakeRegionTable table = new FakeRegionTable();

	private final Regions regions = Regions.shared(this.table, LEASE);

	private final EhCacheCacheManager manager = new EhCacheCacheManager(DECLARED, new FakeClock(), this.regions);

	private EhCacheCache cache;

	@BeforeEach
	void start() {
		this.manager.afterPropertiesSet();
		this.cache = this.manager.caches().get(0);
		this.table.set("region", 1);
		this.regions.catchUp();
	}

	@AfterEach
	void close() {
		this.manager.destroy();
	}

	private void changeAndLoseTheLease() {
		this.table.set("region", 2);
		await().until(() -> !this.regions.isValid());
		await().pollDelay(LEASE).until(() -> true);
	}

	@Test
	void loadAgainAndServeNothingForFresh() {
		this.cache.get(new Key(null), () -> "old");
		changeAndLoseTheLease();
		assertThat(this.cache.get(new Key(null))).isNull();
		assertThat(this.cache.getServable(new Key(null), String.class)).isNull();
		assertThat(this.cache.get(new Key(null), () -> "new")).isEqualTo("new");
		assertThat(this.cache.get(new Key(null), () -> "newer")).isEqualTo("newer");
	}

	@Test
	void areNotGivenAnEntryThatIsForgottenAfterItWasFound() {
		this.cache.get(new Key(null), () -> "old");
		changeAndLoseTheLease();
		Key key = new Key(new InTheMiddleOf(EntryStore.class, this.regions::catchUp));
		assertThat(this.cache.get(key, () -> "new")).isEqualTo("new");
		assertThat(this.regions.isValid()).as("heard while it read").isTrue();
	}

	@Test
	void areNotGivenAHitThatIsForgottenAfterItWasFound() {
		this.cache.get(new Key(null), () -> "old");
		changeAndLoseTheLease();
		Key key = new Key(new InTheMiddleOf(EntryStore.class, this.regions::catchUp));
		assertThat(this.cache.getServable(key, String.class)).isNull();
		assertThat(this.regions.isValid()).as("heard while it read").isTrue();
	}

	@Test
	void doNotJoinALoadThatIsVoidedAfterItWasFound() {
		askWhileALoadIsVoidedAfterItWasFound((key) -> assertThat(this.cache.get(key, () -> "new")).isEqualTo("new"));
	}

	private void askWhileALoadIsVoidedAfterItWasFound(Consumer<Key> asking) {
		CountDownLatch loading = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		CompletableFuture<String> first = Background.supply(() -> this.cache.get(new Key(null), () -> {
			loading.countDown();
			end.await();
			return "old";
		}));
		await().until(() -> loading.getCount() == 0);
		changeAndLoseTheLease();
		Key key = new Key(new InTheMiddleOf(InFlightLoads.class, () -> {
			this.regions.catchUp();
			end.countDown();
		}));
		asking.accept(key);
		assertThat(first.join()).isEqualTo("old");
		this.regions.catchUp();
		assertThat(this.cache.get(new Key(null), () -> "newer")).isEqualTo("new");
	}

	/**
	 * Does something once, while a class compares keys.
	 */
	private static final class InTheMiddleOf {

		private final String type;

		private final AtomicReference<@Nullable Runnable> action;

		InTheMiddleOf(Class<?> type, Runnable action) {
			this.type = type.getName();
			this.action = new AtomicReference<>(action);
		}

		void compared() {
			boolean isThere = StackWalker.getInstance()
				.walk((frames) -> frames.anyMatch((frame) -> frame.getClassName().equals(this.type)));
			Runnable now = isThere ? this.action.getAndSet(null) : null;
			if (now != null) {
				now.run();
			}
		}

	}

	/** All are equal. */
	private static final class Key implements RegionKey {

		private final @Nullable InTheMiddleOf middle;

		Key(@Nullable InTheMiddleOf middle) {
			this.middle = middle;
		}

		@Override
		public Set<String> regions() {
			return Set.of("region");
		}

		@Override
		public boolean equals(@Nullable Object other) {
			if (this.middle != null) {
				this.middle.compared();
			}
			return other instanceof Key;
		}

		@Override
		public int hashCode() {
			return 1;
		}

		@Override
		public String toString() {
			return "key";
		}

	}

}
