package dev.yoil.ehcache.internal.index;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.policy.ValueLimits;
import dev.yoil.ehcache.spi.CacheListener;
import dev.yoil.ehcache.statistics.RemovalCause;
import dev.yoil.support.FakeClock;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Iteration of the entry index in insertion order, also during changes.
 */
class EntriesInOrderTests {

	private static final long NOW = 1_000;

	private final Labels labels = new Labels();

	private final EntryIndex index = new EntryIndex(CachePolicy.NO_EXPIRY, null, ValueLimits.NONE,
			new ElapsedTime(new FakeClock()), CacheListener.NONE, CacheListener.Hits.NONE);

	@Test
	void beginsBehindAnyPlace() {
		List<Object> keys = new ArrayList<>();
		for (int key = 1; key <= 200; key++) {
			create(key);
			keys.add(key);
		}
		for (int after = 0; after <= 200; after++) {
			assertThat(keysAfter(after)).isEqualTo(keys.subList(after, 200));
		}
	}

	@Test
	void acceptsAnySequence() {
		create("a");
		assertThat(keysAfter(Long.MIN_VALUE)).containsExactly("a");
		assertThat(keysAfter(-33)).containsExactly("a");
		assertThat(keysAfter(1_000_000)).isEmpty();
		assertThat(keysAfter(Long.MAX_VALUE)).isEmpty();
	}

	@Test
	void beginsBehindThePlaceOfAnEntryThatLeft() {
		create("a");
		StoredEntry left = create("b");
		create("c");
		removed(left);
		assertThat(keysAfter(left.sequence())).containsExactly("c");
	}

	@Test
	void keepsThePlaceOfAReplacedEntry() {
		StoredEntry first = create("a");
		create("b");
		StoredEntry second = update("a", first);
		assertThat(second.sequence()).isEqualTo(first.sequence());
		assertThat(this.index.entriesAfter(0)).first().isEqualTo(Map.entry("a", second));
		assertThat(keysAfter(0)).containsExactly("a", "b");
	}

	@Test
	void returnsAKeyThatWasAddedAgainInItsNewPlaceOnly() {
		StoredEntry leaving = create("a");
		create("b");
		// Ehcache reports its removal late.
		StoredEntry successor = create("a");
		assertThat(keysAfter(0)).containsExactly("b", "a");
		removed(leaving);
		assertThat(keysAfter(0)).containsExactly("b", "a");
		assertThat(this.index.find("a")).isSameAs(successor);
	}

	@Test
	void addsTheReplacementOfARemovedEntryAtTheEnd() {
		StoredEntry left = create("a");
		create("b");
		removed(left);
		update("a", left);
		assertThat(keysAfter(0)).containsExactly("b", "a");
	}

	@Test
	void looksUpEachEntryWhenTheStreamReachesIt() {
		StoredEntry first = create("first");
		StoredEntry second = create("second");
		StoredEntry third = create("third");
		create("fourth");
		Iterator<Map.Entry<Object, StoredEntry>> entries = this.index.entriesAfter(0).iterator();
		assertThat(entries.next()).isEqualTo(Map.entry("first", first));
		removed(first);
		create("first");
		removed(second);
		StoredEntry replacement = update("third", third);
		create("fifth");
		assertThat(entries.next()).isEqualTo(Map.entry("third", replacement));
		assertThat(entries.next().getKey()).isEqualTo("fourth");
		assertThat(entries).isExhausted();
	}

	@Test
	void endsBeforeKeysThatWereAddedAfterItBegan() {
		create("a");
		Stream<Object> keys = this.index.entriesAfter(0).map((held) -> {
			create(held.getValue().sequence());
			return held.getKey();
		});
		assertThat(keys).containsExactly("a");
	}

	@Test
	void endsWhenTheCacheIsCleared() {
		IntStream.range(0, 100).forEach(this::create);
		Iterator<Map.Entry<Object, StoredEntry>> entries = this.index.entriesAfter(0).iterator();
		entries.next();
		clear();
		create("new");
		assertThat(entries).isExhausted();
		assertThat(keysAfter(0)).containsExactly("new");
	}

	@Test
	void keepsNoMemoryForRemovedEntries() {
		create("before");
		clear();
		leaveNoPlaceUnused();
		create("stays");
		leaveNoPlaceUnused();
		assertThat(keysAfter(0)).containsExactly("stays");
		// One for the remaining key, and one for the next key.
		assertThat(segments()).isEqualTo(2);
	}

	@ParameterizedTest
	@CsvSource({ "replace, remove", "remove, replace", "add, remove", "remove, add" })
	void isConsistentWhenOneOperationInterruptsAnother(String operation, String event) {
		for (int moment = 1; moment <= 4; moment++) {
			InterruptibleKey key = new InterruptibleKey();
			StoredEntry entry = create(key);
			key.interrupt(moment, operation(operation, key, entry), operation(event, key, entry));
			assertConsistent(key);
			clear();
		}
	}

	private Runnable operation(String name, Object key, StoredEntry entry) {
		return switch (name) {
			case "replace" -> () -> update(key, entry);
			case "add" -> () -> create(key);
			default -> () -> removed(entry);
		};
	}

	private void assertConsistent(Object key) {
		leaveNoPlaceUnused();
		StoredEntry present = this.index.find(key);
		assertThat(this.index.entriesAfter(0))
			.containsExactlyElementsOf((present != null) ? List.of(Map.entry(key, present)) : List.of());
		assertThat(this.index.size()).isEqualTo((present != null) ? 1 : 0);
		assertThat(segments()).isLessThanOrEqualTo((present != null) ? 2 : 1);
	}

	/**
	 * Adds and removes keys until empty segments are dropped.
	 */
	private void leaveNoPlaceUnused() {
		for (int key = 0; key < 10_000; key++) {
			removed(create(key));
		}
	}

	private int segments() {
		return assertThat(this.index).extracting("entries.segments", as(InstanceOfAssertFactories.MAP)).actual().size();
	}

	private void clear() {
		this.labels.change(Set.of("cache"));
		this.index.clearDead(RemovalCause.CLEARED, null, NOW, (entry) -> {
		});
	}

	private Label label() {
		return this.labels.of("cache", Set.of());
	}

	private StoredEntry create(Object key) {
		StoredEntry entry = new StoredEntry("value", label());
		this.index.created(key, entry, NOW);
		return entry;
	}

	private StoredEntry update(Object key, StoredEntry replaced) {
		StoredEntry entry = new StoredEntry("value", label());
		this.index.updated(key, replaced, entry, NOW);
		return entry;
	}

	private void removed(StoredEntry entry) {
		entry.leaving(RemovalCause.REMOVED);
		this.index.left(entry, NOW);
	}

	private List<Object> keysAfter(long sequence) {
		return this.index.entriesAfter(sequence).map(Map.Entry::getKey).toList();
	}

	/**
	 * A key that runs an event when an operation calls {@code hashCode}, which a map does
	 * before it takes a lock.
	 */
	private static final class InterruptibleKey {

		private int moment;

		private @Nullable Runnable event;

		void interrupt(int moment, Runnable operation, Runnable event) {
			this.moment = moment;
			this.event = event;
			operation.run();
			this.event = null;
		}

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			this.moment--;
			if (this.moment == 0 && this.event != null) {
				this.event.run();
			}
			return 1;
		}

	}

}
