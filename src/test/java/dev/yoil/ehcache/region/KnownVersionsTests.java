package dev.yoil.ehcache.region;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

import dev.yoil.ehcache.Background;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What is news. Times are nanoseconds of the test's choice.
 */
class KnownVersionsTests {

	private final NewestVersions newest = new NewestVersions();

	private final KnownVersions known = new KnownVersions(this.newest);

	private final List<Set<String>> forgotten = new ArrayList<>();

	private static RegionVersion version(long number) {
		return new RegionVersion(number, UUID.randomUUID());
	}

	private @Nullable String state(String region) {
		return this.known.state(new TreeSet<>(Set.of(region)));
	}

	private void read(Map<String, RegionVersion> read, long started, long now) {
		this.known.read(read, started, now, this.forgotten::add);
	}

	@Test
	void whatIsReadForTheFirstTimeIsNews() {
		RegionVersion one = version(1);
		read(Map.of("a", one), 10, 20);
		assertThat(this.forgotten).containsExactly(Set.of("a"));
		assertThat(this.known.version("a")).isEqualTo(one);
	}

	@Test
	void whatIsKnownIsNoNews() {
		Map<String, RegionVersion> read = Map.of("a", version(1));
		read(read, 10, 20);
		read(read, 30, 40);
		assertThat(this.forgotten).hasSize(1);
	}

	@Test
	void onlyWhatChangedIsForgotten() {
		RegionVersion a = version(1);
		read(Map.of("a", a, "b", version(1)), 10, 20);
		read(Map.of("a", a, "b", version(5)), 30, 40);
		assertThat(this.forgotten).last().isEqualTo(Set.of("b"));
	}

	@Test
	void whatFailsToBeForgottenStaysNews() {
		Map<String, RegionVersion> read = Map.of("a", version(1));
		assertThatIllegalStateException().isThrownBy(() -> this.known.read(read, 10, 20, (changed) -> {
			throw new IllegalStateException("planted");
		}));
		assertThat(this.known.version("a")).isNull();
		read(read, 30, 40);
		assertThat(this.forgotten).containsExactly(Set.of("a"));
	}

	@Test
	void whatIsForgottenIsNotKnownBefore() {
		this.known.read(Map.of("a", version(1)), 10, 20,
				(changed) -> assertThat(this.known.version("a")).as("while it is being forgotten").isNull());
	}

	/**
	 * A load that stores its value signs it for the shared tier: what is forgotten may
	 * wait for that load.
	 */
	@Test
	void nobodyWaitsForAVersionWhileSomethingIsForgotten() {
		RegionVersion one = version(1);
		read(Map.of("a", one), 10, 20);
		this.known.read(Map.of("a", one, "b", version(1)), 30, 40,
				(changed) -> assertThat(Background.supply(() -> this.known.version("a")))
					.succeedsWithin(Duration.ofSeconds(5))
					.isEqualTo(one));
	}

	@Test
	void whatIsHeardAndNotForgottenYetHasNoState() {
		assertThatIllegalStateException()
			.isThrownBy(() -> this.known.read(Map.of("a", version(1)), 10, 20, (changed) -> {
				assertThat(state("a")).as("while it is being forgotten").isNull();
				throw new IllegalStateException("planted");
			}));
		assertThat(state("a")).as("as long as it could not be").isNull();
		assertThat(state("b")).isEqualTo("b= ");
		read(Map.of("a", version(2)), 30, 40);
		assertThat(state("a")).startsWith("a=2/");
	}

	@Test
	void whatAnotherChangedBeforeItsOwnChangeHasNoStateUntilItIsRead() {
		RegionVersion third = version(3);
		this.newest.committed(Map.of("a", third));
		this.known.own("a", third, 10);
		assertThat(state("a")).isNull();
		read(Map.of("a", third), 20, 30);
		assertThat(state("a")).startsWith("a=3/");
	}

	/**
	 * As if the database went back to what it had when the last version was read.
	 */
	@Test
	void whatIsLostAgainBeforeItIsReadHasAStateOnceTheRowIsRead() {
		RegionVersion first = version(1);
		read(Map.of("a", first), 10, 20);
		this.newest.committed(Map.of("a", version(2), "b", version(1)));
		assertThat(state("a")).isNull();
		long read = System.nanoTime() + 1;
		read(Map.of("a", first), read, read);
		assertThat(state("a")).startsWith("a=1/");
		assertThat(state("b")).isEqualTo("b= ");
	}

	@Test
	void ofItsOwnChangesOnlyTheNextIsKnown() {
		RegionVersion first = version(1);
		this.known.own("a", first, 10);
		assertThat(this.known.version("a")).isEqualTo(first);
		this.known.own("a", version(3), 20);
		assertThat(this.known.version("a")).as("another's change lies in between").isEqualTo(first);
		RegionVersion third = version(3);
		read(Map.of("a", third), 30, 40);
		assertThat(this.forgotten).containsExactly(Set.of("a"));
		this.known.own("a", version(2), 50);
		assertThat(this.known.version("a")).as("told of late").isEqualTo(third);
	}

	@Test
	void aReadThatWasOvertakenIsNotBelieved() {
		RegionVersion first = version(1);
		RegionVersion second = version(2);
		read(Map.of("a", first), 10, 20);
		this.known.own("a", second, 40);
		read(Map.of("a", first), 30, 50);
		assertThat(this.known.version("a")).isEqualTo(second);
		this.known.own("b", version(1), 70);
		read(Map.of("a", second), 60, 80);
		assertThat(this.known.version("b")).as("had no row when reading began").isNotNull();
		assertThat(this.forgotten).hasSize(1);
	}

	@Test
	void aNumberThatTurnsBackIsForgottenAndAdopted() {
		read(Map.of("a", version(7)), 10, 20);
		RegionVersion restored = version(3);
		read(Map.of("a", restored), 30, 40);
		assertThat(this.forgotten).hasSize(2);
		assertThat(this.known.version("a")).isEqualTo(restored);
	}

	@Test
	void theSameNumberOfAnotherHistoryIsNews() {
		read(Map.of("a", version(7)), 10, 20);
		RegionVersion restored = version(7);
		read(Map.of("a", restored), 30, 40);
		assertThat(this.forgotten).hasSize(2);
		assertThat(this.known.version("a")).isEqualTo(restored);
	}

	@Test
	void aRowThatIsGoneIsNewsOnce() {
		read(Map.of("a", version(7)), 10, 20);
		read(Map.of(), 30, 40);
		read(Map.of(), 50, 60);
		assertThat(this.forgotten).containsExactly(Set.of("a"), Set.of("a"));
		assertThat(this.known.version("a")).isNull();
	}

	@Test
	void timesMayPassTheGreatestNumber() {
		RegionVersion second = version(2);
		this.known.own("a", version(1), Long.MAX_VALUE - 1);
		this.known.own("a", second, Long.MIN_VALUE + 1);
		read(Map.of("a", version(1)), Long.MAX_VALUE, Long.MIN_VALUE + 2);
		assertThat(this.known.version("a")).as("overtaken").isEqualTo(second);
	}

}
