package dev.yoil.lab.cluster;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChangesTests {

	private static final long MILLI = 1_000_000;

	private final Changes changes = new Changes(3);

	@Test
	void measuresUntilTheLastOtherInstanceHasApplied() throws InterruptedException {
		this.changes.measure(true);
		this.changes.begin(5, 2, 0);
		this.changes.committed(5, 2, 10 * MILLI);
		this.changes.applied(5, 1, 2, 0, 11 * MILLI);
		this.changes.applied(5, 1, 2, 1, 12 * MILLI);
		assertThat(this.changes.missing()).isEqualTo(1);
		this.changes.applied(5, 1, 2, 2, 17 * MILLI);
		this.changes.awaitApplied(0);
		assertThat(this.changes.missing()).isZero();
		assertThat(this.changes.applied()).isEqualTo(1);
		assertThat(this.changes.delay(99)).isBetween(6.99, 7.01);
	}

	@Test
	void countsALaterVersionAsTheEarlierOnesToo() {
		this.changes.measure(true);
		this.changes.begin(5, 2, 0);
		this.changes.begin(5, 3, 1);
		this.changes.committed(5, 2, MILLI);
		this.changes.committed(5, 3, MILLI);
		this.changes.applied(5, 1, 3, 2, 2 * MILLI);
		this.changes.applied(5, 1, 3, 1, 3 * MILLI);
		assertThat(this.changes.missing()).isEqualTo(1);
		this.changes.applied(5, 1, 3, 0, 4 * MILLI);
		assertThat(this.changes.applied()).isEqualTo(2);
	}

	@Test
	void countsNoDelayIfOthersSeeTheCommitBeforeItsAuthor() {
		this.changes.measure(true);
		this.changes.begin(5, 2, 0);
		this.changes.applied(5, 1, 2, 1, 8 * MILLI);
		this.changes.applied(5, 1, 2, 2, 9 * MILLI);
		assertThat(this.changes.applied()).isZero();
		this.changes.committed(5, 2, 10 * MILLI);
		assertThat(this.changes.applied()).isEqualTo(1);
		assertThat(this.changes.delay(50)).isZero();
	}

	@Test
	void leavesOutChangesBeforeAndAfterTheMeasurement() {
		this.changes.begin(1, 2, 0);
		this.changes.committed(1, 2, MILLI);
		this.changes.measure(true);
		this.changes.measure(false);
		this.changes.begin(2, 2, 0);
		this.changes.committed(2, 2, MILLI);
		assertThat(this.changes.missing()).isZero();
		assertThat(this.changes.applied()).isZero();
		assertThat(this.changes.delay(50)).isNaN();
	}

}
