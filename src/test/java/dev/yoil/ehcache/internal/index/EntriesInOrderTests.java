package dev.yoil.ehcache.internal.index;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.FakeClock;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.label.Labels;
import dev.yoil.ehcache.policy.CachePolicy;
import dev.yoil.ehcache.statistics.RemovalCause;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * An entry index read in the order in which keys came, also while it changes.
 */
class EntriesInOrderTests {

	private static final long NOW = 1_000;

	private final Labels labels = new Labels();

	private final EntryIndex index = new EntryIndex(CachePolicy.NO_EXPIRY, null, new ElapsedTime(new FakeClock()));

	@Test
	void givesKeysInTheOrderInWhichTheyCame() {
		IntStream.rangeClosed(1, 100).forEach((key) -> create(100 - key));
		assertThat(keysAfter(0))
			.containsExactlyElementsOf(IntStream.rangeClosed(1, 100).<Object>mapToObj((key) -> 100 - key).toList());
	}

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
	void beginsBehindThePlaceOfAnEntryThatLeft() {
		create("a");
		StoredEntry left = create("b");
		create("c");
		removed("b", left);
		assertThat(keysAfter(left.sequence())).containsExactly("c");
	}

	@ParameterizedTest
	@ValueSource(longs = { 3, 4, 32, 33, 1_000_000, Long.MAX_VALUE })
	void givesNothingBehindTheLastPlace(long sequence) {
		IntStream.rangeClosed(1, 3).forEach(this::create);
		assertThat(keysAfter(sequence)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, -1, -32, -33, Long.MIN_VALUE })
	void beginsWithTheFirstPlaceWhereThereIsNoneBefore(long sequence) {
		IntStream.rangeClosed(1, 3).forEach(this::create);
		assertThat(keysAfter(sequence)).containsExactly(1, 2, 3);
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
	void givesAKeyThatCameAgainInItsNewPlaceOnly() {
		StoredEntry leaving = create("a");
		create("b");
		// Ehcache has let go of it and tells so late.
		StoredEntry successor = create("a");
		assertThat(keysAfter(0)).containsExactly("b", "a");
		removed("a", leaving);
		assertThat(keysAfter(0)).containsExactly("b", "a");
		assertThat(this.index.find("a")).isSameAs(successor);
	}

	@Test
	void keepsThePlaceOfASuccessorWhenTheReplacedEntryIsRemovedLate() {
		StoredEntry replaced = create("a");
		StoredEntry successor = update("a", replaced);
		removed("a", replaced);
		assertThat(this.index.entriesAfter(0)).containsExactly(Map.entry("a", successor));
	}

	@Test
	void givesANewPlaceToTheReplacementOfAnEntryThatIsNoLongerInTheBook() {
		StoredEntry left = create("a");
		create("b");
		removed("a", left);
		update("a", left);
		assertThat(keysAfter(0)).containsExactly("b", "a");
	}

	@Test
	void looksUpEachEntryWhenTheStreamGetsToIt() {
		StoredEntry first = create("first");
		StoredEntry second = create("second");
		StoredEntry third = create("third");
		create("fourth");
		Iterator<Map.Entry<Object, StoredEntry>> entries = this.index.entriesAfter(0).iterator();
		assertThat(entries.next()).isEqualTo(Map.entry("first", first));
		removed("first", first);
		create("first");
		removed("second", second);
		StoredEntry replacement = update("third", third);
		create("fifth");
		assertThat(entries.next()).isEqualTo(Map.entry("third", replacement));
		assertThat(entries.next().getKey()).isEqualTo("fourth");
		assertThat(entries).isExhausted();
	}

	@Test
	void endsWhereTheKeysCameAfterItBegan() {
		create("a");
		Stream<Object> keys = this.index.entriesAfter(0).map((held) -> {
			create(held.getValue().sequence());
			return held.getKey();
		});
		assertThat(keys).containsExactly("a");
	}

	@Test
	void endsWhenTheCacheIsEmptied() {
		IntStream.range(0, 100).forEach(this::create);
		Iterator<Map.Entry<Object, StoredEntry>> entries = this.index.entriesAfter(0).iterator();
		entries.next();
		clear();
		create("new");
		assertThat(entries).isExhausted();
		assertThat(keysAfter(0)).containsExactly("new");
	}

	@Test
	void goesOnNumberingWhenTheCacheWasEmptied() {
		for (int round = 0; round < 100; round++) {
			StoredEntry last = create("last");
			clear();
			assertThat(create("next").sequence()).isEqualTo(last.sequence() + 1);
			assertThat(keysAfter(last.sequence())).containsExactly("next");
			assertThat(keysAfter(last.sequence() + 1)).isEmpty();
		}
	}

	@Test
	void holdsNoMemoryForWhatLeft() {
		create("before");
		clear();
		leaveNoPlaceUnused();
		create("stays");
		leaveNoPlaceUnused();
		assertThat(keysAfter(0)).containsExactly("stays");
		// That of the one key that stays, and that of the key to come.
		assertThat(segments()).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4 })
	void agreesWithItselfWhenAnEntryIsRemovedWhileItIsReplaced(int moment) {
		InterruptibleKey key = new InterruptibleKey();
		StoredEntry replaced = create(key);
		key.interrupt(moment, () -> update(key, replaced), () -> removed(key, replaced));
		assertAgreement(key);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4 })
	void agreesWithItselfWhenAnEntryIsReplacedWhileItIsRemoved(int moment) {
		InterruptibleKey key = new InterruptibleKey();
		StoredEntry left = create(key);
		key.interrupt(moment, () -> removed(key, left), () -> update(key, left));
		assertAgreement(key);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4 })
	void agreesWithItselfWhenAnEntryIsRemovedWhileItsKeyComesAgain(int moment) {
		InterruptibleKey key = new InterruptibleKey();
		StoredEntry leaving = create(key);
		key.interrupt(moment, () -> create(key), () -> removed(key, leaving));
		assertAgreement(key);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4 })
	void agreesWithItselfWhenAKeyComesAgainWhileItsEntryIsRemoved(int moment) {
		InterruptibleKey key = new InterruptibleKey();
		StoredEntry leaving = create(key);
		key.interrupt(moment, () -> removed(key, leaving), () -> create(key));
		assertAgreement(key);
	}

	private void assertAgreement(Object key) {
		leaveNoPlaceUnused();
		StoredEntry present = this.index.find(key);
		assertThat(this.index.entriesAfter(0))
			.containsExactlyElementsOf((present != null) ? List.of(Map.entry(key, present)) : List.of());
		assertThat(this.index.size()).isEqualTo((present != null) ? 1 : 0);
		assertThat(segments()).isLessThanOrEqualTo((present != null) ? 2 : 1);
	}

	/**
	 * Lets so many keys come and go that a segment without a key is dropped.
	 */
	private void leaveNoPlaceUnused() {
		for (int key = 0; key < 10_000; key++) {
			removed(key, create(key));
		}
	}

	private int segments() {
		return assertThat(this.index).extracting("entries.order.segments", as(InstanceOfAssertFactories.MAP))
			.actual()
			.size();
	}

	private void clear() {
		this.labels.change(Set.of("cache"));
		this.index.clearDead(RemovalCause.CLEARED, null, NOW, (key, entry) -> {
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

	private void removed(Object key, StoredEntry entry) {
		this.index.removed(key, entry, RemovalCause.REMOVED, NOW);
	}

	private List<Object> keysAfter(long sequence) {
		return this.index.entriesAfter(sequence).map(Map.Entry::getKey).toList();
	}

	/**
	 * A key for which something else happens in the midst of an operation: when the
	 * operation asks for its hash, which a map does before it takes a lock.
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
