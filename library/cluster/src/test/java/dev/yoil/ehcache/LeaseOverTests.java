package dev.yoil.ehcache;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import dev.yoil.ehcache.region.FakeRegionTable;
import dev.yoil.ehcache.region.RegionKey;
import dev.yoil.ehcache.region.Regions;
import dev.yoil.support.BlockedLoad;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Lookups of an instance whose lease ended, and is renewed during the lookup.
 */
@Timeout(30)
class LeaseOverTests {

	private static final Duration LEASE = Duration.ofMillis(300);

	private final FakeRegionTable table = new FakeRegionTable();

	private final Regions regions = Regions.shared(this.table, LEASE);

	private final TestCaches caches = TestCaches.transactional(100, "ttl='200s'", this.regions);

	private final EhCacheCache cache = this.caches.cache();

	@BeforeEach
	void start() {
		this.table.set("region", 1);
		this.regions.catchUp();
	}

	@AfterEach
	void close() {
		this.caches.close();
	}

	private void changeAndAwaitTheEndOfTheLease() {
		this.table.set("region", 2);
		await().until(() -> !this.regions.isValid());
		await().pollDelay(LEASE).until(() -> true);
	}

	@Test
	void missesAndLoadsAgain() {
		this.cache.get(new Key(null), () -> "old");
		changeAndAwaitTheEndOfTheLease();
		assertThat(this.cache.get(new Key(null))).isNull();
		assertThat(this.cache.getServable(new Key(null), String.class)).isNull();
		assertThat(this.cache.get(new Key(null), () -> "new")).isEqualTo("new");
		assertThat(this.cache.get(new Key(null), () -> "newer")).isEqualTo("newer");
	}

	@Test
	void getDoesNotReturnAnEntryRemovedDuringTheLookup() {
		this.cache.get(new Key(null), () -> "old");
		changeAndAwaitTheEndOfTheLease();
		Key key = new Key(new DuringComparison(EntryStore.class, this.regions::catchUp));
		assertThat(this.cache.get(key, () -> "new")).isEqualTo("new");
		assertThat(this.regions.isValid()).as("renewed during the lookup").isTrue();
	}

	@Test
	void getServableDoesNotReturnAnEntryRemovedDuringTheLookup() {
		this.cache.get(new Key(null), () -> "old");
		changeAndAwaitTheEndOfTheLease();
		Key key = new Key(new DuringComparison(EntryStore.class, this.regions::catchUp));
		assertThat(this.cache.getServable(key, String.class)).isNull();
		assertThat(this.regions.isValid()).as("renewed during the lookup").isTrue();
	}

	@Test
	void doesNotJoinALoadVoidedDuringTheLookup() {
		BlockedLoad first = new BlockedLoad(this.cache, new Key(null), "old");
		changeAndAwaitTheEndOfTheLease();
		Key key = new Key(new DuringComparison(InFlightLoads.class, () -> {
			this.regions.catchUp();
			first.release();
		}));
		assertThat(this.cache.get(key, () -> "new")).isEqualTo("new");
		assertThat(first.end()).isEqualTo("old");
		this.regions.catchUp();
		assertThat(this.cache.get(new Key(null), () -> "newer")).isEqualTo("new");
	}

	/**
	 * Runs an action once when a given class compares keys.
	 */
	private static final class DuringComparison {

		private final String type;

		private final AtomicReference<@Nullable Runnable> action;

		DuringComparison(Class<?> type, Runnable action) {
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

	/** A key that equals all others of its type. */
	private static final class Key implements RegionKey {

		private final @Nullable DuringComparison middle;

		Key(@Nullable DuringComparison middle) {
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
