package dev.yoil.ehcache.internal.index;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.Until;
import dev.yoil.ehcache.policy.ValueLimits;
import dev.yoil.ehcache.spi.CacheListener;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.support.FakeClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Entries whose regions have changed, until they are removed.
 */
class DeadEntriesTests {

	private static final long NOW = 1_000;

	private final Labels labels = new Labels();

	private Runnable duringCreation = () -> {
	};

	private final EntryIndex index = new EntryIndex(
			new CachePolicy(null, null, new Until("0 0 0 * * *", ZoneOffset.UTC)), null, ValueLimits.NONE,
			new ElapsedTime(new FakeClock(), () -> {
				this.duringCreation.run();
				return 0;
			}), CacheListener.NONE, CacheListener.Hits.NONE);

	@Test
	void countOnceWhileTwoOfTheirRegionsAreRemoved() {
		for (String key : List.of("a", "b", "c")) {
			create(key, "first", "second");
		}
		create("only in the second", "second");
		create("live", "third");
		create("live, too", "third");
		List<StoredEntry> removed = new ArrayList<>();
		Runnable first = removal("first", removed);
		Runnable second = removal("second", removed);
		assertThat(this.index.size()).isEqualTo(2);
		second.run();
		assertThat(this.index.size()).isEqualTo(2);
		first.run();
		assertThat(this.index.size()).isEqualTo(2);
		assertThat(removed).extracting(StoredEntry::key).containsExactlyInAnyOrder("a", "b", "c", "only in the second");
	}

	/** As by a clear in another thread. */
	@Test
	void stayInNoCellIfRemovedDuringTheirCreation() {
		create("a", "first");
		StoredEntry entry = new StoredEntry("value", this.labels.of("cache", Set.of("first")));
		this.duringCreation = () -> {
			this.duringCreation = () -> {
			};
			entry.leaving(RemovalCause.CLEARED);
			this.index.left(entry, NOW);
		};
		this.index.created("b", entry, NOW);
		assertThat(entries("first")).extracting((left) -> ((StoredEntry) left).key()).containsExactly("a");
	}

	private Runnable removal(String region, List<StoredEntry> removed) {
		Set<Object> dead = entries(region);
		return this.index.removal(dead, true, (entry) -> {
			removed.add(entry);
			entry.leaving(RemovalCause.REMOVED);
			this.index.left(entry, NOW);
		});
	}

	/** Changes a region, and returns the entries to be removed. */
	private Set<Object> entries(String region) {
		return Objects
			.requireNonNull(this.index.entriesOf(this.labels.change(Set.of(region)).cells().iterator().next()), region);
	}

	private StoredEntry create(String key, String... regions) {
		StoredEntry entry = new StoredEntry("value", this.labels.of("cache", Set.of(regions)));
		this.index.created(key, entry, NOW);
		return entry;
	}

}
