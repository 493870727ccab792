package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;

import dev.yoil.support.Background;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The detection of new versions. The test chooses the times, in nanoseconds.
 */
class RegionVersionsTests {

	private final RegionVersions versions = new RegionVersions(false);

	private final List<Set<String>> changed = new ArrayList<>();

	private static RegionVersion version(long number) {
		return new RegionVersion(number, UUID.randomUUID());
	}

	private @Nullable String state(String region) {
		return this.versions.state(new TreeSet<>(Set.of(region)));
	}

	private void read(Map<String, RegionVersion> all, long started, long now) {
		read(all, started, now, this.changed::add);
	}

	private void read(Map<String, RegionVersion> all, long started, long now, Consumer<Set<String>> applier) {
		RegionVersions.Read read = this.versions.read(started);
		read.part(all, now);
		read.end(RegionRead.ofAll(0), now, applier);
	}

	/** Returns the increments of rows that were incremented by one. */
	private static Map<String, RegionIncrement> local(Map<String, RegionVersion> versions) {
		Map<String, RegionIncrement> increments = new HashMap<>();
		versions.forEach((row, version) -> increments.put(row, new RegionIncrement(version, version.number() - 1)));
		return increments;
	}

	@Test
	void concurrentChangesOfARegionChooseFurtherRows() {
		Set<String> a = Set.of("a");
		this.versions.begin(Set.of("a", "b"));
		assertThat(this.versions.choose(a)).containsExactly("a");
		this.versions.begin(a);
		Set<String> rows = new HashSet<>();
		for (int i = 0; i < 1_000; i++) {
			rows.addAll(this.versions.choose(Set.of("a", "b")));
		}
		assertThat(rows).hasSize(17).contains("a", "b", "#1 a", "#15 a");
		assertThat(RegionNames.ofRows(rows)).containsExactlyInAnyOrder("a", "b");
		this.versions.end(a);
		assertThat(this.versions.choose(a)).containsExactly("a");
	}

	@Test
	void aStateHasAllRowsOfARegion() {
		RegionVersion first = version(5);
		RegionVersion further = version(2);
		read(Map.of("a", first), 10, 20);
		String before = state("a");
		this.versions.recordLocal(local(Map.of("#3 a", further)));
		assertThat(state("a")).as("not applied").isNull();
		long later = System.nanoTime() + 1;
		read(Map.of("a", first, "#3 a", further), later, later);
		assertThat(state("a")).isEqualTo("a=5/" + first.tag() + " #3 a=2/" + further.tag() + " ");
		assertThat(this.versions.latest("a")).isEqualTo(first);
		read(Map.of("a", first), later + 1, later + 1);
		assertThat(state("a")).as("deleted").isEqualTo(before);
	}

	@Test
	void anAppliedVersionIsNotNew() {
		Map<String, RegionVersion> read = Map.of("a", version(1));
		read(read, 10, 20);
		read(read, 30, 40);
		assertThat(this.changed).hasSize(1);
	}

	@Test
	void appliesChangedRegionsOnly() {
		RegionVersion a = version(1);
		read(Map.of("a", a, "b", version(1)), 10, 20);
		read(Map.of("a", a, "b", version(5)), 30, 40);
		assertThat(this.changed).last().isEqualTo(Set.of("b"));
	}

	/**
	 * A load that stores its value in the shared tier reads a version while it holds its
	 * lease.
	 */
	@Test
	void aVersionIsReadWithoutWaitingForTheApplier() {
		RegionVersion one = version(1);
		read(Map.of("a", one), 10, 20);
		read(Map.of("a", one, "b", version(1)), 30, 40,
				(changed) -> assertThat(Background.supply(() -> this.versions.version("a")))
					.succeedsWithin(Duration.ofSeconds(5))
					.isEqualTo(one));
	}

	@Test
	void aRecordedVersionHasNoStateUntilItIsApplied() {
		assertThatIllegalStateException().isThrownBy(() -> read(Map.of("a", version(1)), 10, 20, (changed) -> {
			assertThat(state("a")).as("while it is being applied").isNull();
			throw new IllegalStateException("planted");
		}));
		assertThat(state("a")).as("after the failure").isNull();
		assertThat(state("b")).isEqualTo("b= ");
		read(Map.of("a", version(2)), 30, 40);
		assertThat(state("a")).startsWith("a=2/");
	}

	@Test
	void aGapBeforeItsOwnChangeHasNoStateUntilItIsRead() {
		RegionVersion third = version(3);
		this.versions.recordLocal(local(Map.of("a", third)));
		this.versions.markApplied(local(Map.of("a", third)), 10);
		assertThat(state("a")).isNull();
		read(Map.of("a", third), 20, 30);
		assertThat(state("a")).startsWith("a=3/");
	}

	/**
	 * For example after a restored backup.
	 */
	@Test
	void aLostVersionHasAStateOnceTheRowIsRead() {
		RegionVersion first = version(1);
		read(Map.of("a", first), 10, 20);
		this.versions.recordLocal(local(Map.of("a", version(2), "b", version(1))));
		assertThat(state("a")).isNull();
		long read = System.nanoTime() + 1;
		read(Map.of("a", first), read, read);
		assertThat(state("a")).startsWith("a=1/");
		assertThat(state("b")).isEqualTo("b= ");
	}

	@Test
	void ofItsOwnChangesOnlyTheNextIsApplied() {
		RegionVersion first = version(1);
		this.versions.markApplied(local(Map.of("a", first)), 10);
		assertThat(this.versions.version("a")).isEqualTo(first);
		this.versions.markApplied(local(Map.of("a", version(3))), 20);
		assertThat(this.versions.version("a")).as("after a gap").isEqualTo(first);
		RegionVersion third = version(3);
		read(Map.of("a", third), 30, 40);
		assertThat(this.changed).containsExactly(Set.of("a"));
		this.versions.markApplied(local(Map.of("a", version(2))), 50);
		assertThat(this.versions.version("a")).as("late").isEqualTo(third);
	}

	@Test
	void anOvertakenReadIsIgnored() {
		RegionVersion first = version(1);
		RegionVersion second = version(2);
		read(Map.of("a", first), 10, 20);
		this.versions.markApplied(local(Map.of("a", second)), 40);
		read(Map.of("a", first), 30, 50);
		assertThat(this.versions.version("a")).isEqualTo(second);
		this.versions.markApplied(local(Map.of("b", version(1))), 70);
		read(Map.of("a", second), 60, 80);
		assertThat(this.versions.version("b")).as("without a row at the start of the read").isNotNull();
		assertThat(this.changed).hasSize(1);
	}

	@Test
	void theSameNumberOfAnotherHistoryIsNew() {
		read(Map.of("a", version(7)), 10, 20);
		RegionVersion restored = version(7);
		read(Map.of("a", restored), 30, 40);
		assertThat(this.changed).hasSize(2);
		assertThat(this.versions.version("a")).isEqualTo(restored);
	}

	@Test
	void aDeletedRowIsNewOnce() {
		read(Map.of("a", version(7)), 10, 20);
		read(Map.of(), 30, 40);
		read(Map.of(), 50, 60);
		assertThat(this.changed).containsExactly(Set.of("a"), Set.of("a"));
		assertThat(this.versions.version("a")).isNull();
	}

	@Test
	void rowsBeyondTheHorizonAreForgottenWithoutAChange() {
		RegionVersion latest = version(9);
		read(Map.of("a", version(3), "#2 a", version(4), "b", latest), 10, 20);
		this.changed.clear();
		RegionVersions.Read read = this.versions.read(30);
		read.part(Map.of(), 40);
		read.end(new RegionRead(null, 5, false, false), 40, this.changed::add);
		assertThat(this.changed).isEmpty();
		assertThat(this.versions.size()).isOne();
		assertThat(state("a")).isEqualTo("a= ");
		assertThat(state("b")).isEqualTo("b=9/" + latest.tag() + " ");
		assertThat(this.versions.hasApplied(Map.of("a", 4L, "b", 9L))).isTrue();
		assertThat(this.versions.hasApplied(Map.of("a", 6L))).isFalse();
	}

	/** With all of them read, those are missing that the table has removed. */
	@Test
	void aMissingRowBeyondTheHorizonIsNoChange() {
		read(Map.of("a", version(3), "b", version(7)), 10, 20);
		this.changed.clear();
		RegionVersions.Read read = this.versions.read(30);
		read.end(RegionRead.ofAll(5), 40, this.changed::add);
		assertThat(this.changed).containsExactly(Set.of("b"));
		assertThat(this.versions.size()).isZero();
	}

	@Test
	void theSecretIsNeverForgotten() {
		read(Map.of(RegionTable.SECRET, version(1)), 10, 20);
		this.versions.read(30).end(new RegionRead(null, 5, false, false), 40, this.changed::add);
		assertThat(this.versions.version(RegionTable.SECRET)).isNotNull();
	}

	/** One transaction may have changed both. */
	@Test
	void thePartsOfAReadAreAppliedTogether() {
		RegionVersions.Read read = this.versions.read(10);
		read.part(Map.of("a", version(1)), 20);
		assertThat(state("a")).isNull();
		assertThat(this.versions.version("a")).isNull();
		read.part(Map.of("b", version(1)), 30);
		read.end(RegionRead.ofAll(0), 40, this.changed::add);
		assertThat(this.changed).containsExactly(Set.of("a", "b"));
		assertThat(state("a")).startsWith("a=1/");
	}

	@Test
	void aGapIsAppliedWithoutAChange() {
		this.versions.read(10).end(new RegionRead(null, 0, false, true), 40, this.changed::add);
		assertThat(this.changed).containsExactly(Set.of());
	}

	/** The second one has read a version that the first one has not. */
	@Test
	void anOvertakenReadChangesNothing() {
		RegionVersions.Read first = this.versions.read(10);
		RegionVersions.Read second = this.versions.read(20);
		RegionVersion latest = version(2);
		first.part(Map.of("a", version(1)), 30);
		second.part(Map.of("a", latest), 40);
		second.end(RegionRead.ofAll(0), 50, this.changed::add);
		first.end(RegionRead.ofAll(0), 60, this.changed::add);
		assertThat(this.changed).containsExactly(Set.of("a"));
		assertThat(this.versions.version("a")).isEqualTo(latest);
		assertThat(state("a")).startsWith("a=2/");
	}

	@Test
	void timesMayOverflow() {
		RegionVersion second = version(2);
		this.versions.markApplied(local(Map.of("a", version(1))), Long.MAX_VALUE - 1);
		this.versions.markApplied(local(Map.of("a", second)), Long.MIN_VALUE + 1);
		read(Map.of("a", version(1)), Long.MAX_VALUE, Long.MIN_VALUE + 2);
		assertThat(this.versions.version("a")).as("overtaken").isEqualTo(second);
	}

}
