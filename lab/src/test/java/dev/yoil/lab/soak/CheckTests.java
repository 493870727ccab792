package dev.yoil.lab.soak;

import dev.yoil.lab.soak.Check.Promise;
import dev.yoil.lab.soak.Check.Value;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The judge of a soak. Times are nanoseconds.
 */
class CheckTests {

	private static final long LEASE = 1_000;

	private final Check check = new Check();

	private final Value likes = this.check.likes(1);

	@BeforeEach
	void write() {
		written(this.likes);
	}

	/**
	 * Five likes before the first one, one acknowledged at 100, one without an answer.
	 */
	private static void written(Value value) {
		value.first(5);
		value.sent();
		value.acknowledged(6, 100);
		value.sent();
		value.unanswered();
	}

	private void read(long shown, long own, long begun, boolean stale) {
		this.check.read(this.likes, shown, own, begun, 0, stale, "in a page");
	}

	@Test
	void aReadMayShowWhatIsWrittenInBetween() {
		read(5, 0, 99, false);
		read(6, 0, 100, false);
		read(7, 6, 200, false);
		assertThat(this.check.violation()).isNull();
		assertThat(this.check.count(Promise.NEVER_STALE)).isEqualTo(3);
		assertThat(this.check.count(Promise.OWN_WRITE)).isOne();
	}

	@Test
	void findsAnOldValue() {
		read(5, 0, 100, false);
		assertThat(this.check.violation()).contains("likes is 5 in a page, but 6 was acknowledged before");
	}

	@Test
	void findsAnOldValueAfterALease() {
		this.check.read(this.likes, 5, 0, 99 + LEASE, LEASE, false, "in a page");
		assertThat(this.check.violation()).isNull();
		this.check.read(this.likes, 5, 0, 100 + LEASE, LEASE, false, "in a page");
		assertThat(this.check.violation()).contains("a lease before");
	}

	@Test
	void aDeclaredOldValueIsNoViolationExceptForItsWriter() {
		read(5, 0, 100, true);
		assertThat(this.check.violation()).isNull();
		assertThat(this.check.count(Promise.DECLARED_STALE)).isOne();
		read(5, 6, 100, true);
		assertThat(this.check.violation()).contains("own write");
	}

	@Test
	void findsAWriteThatWasNeverSent() {
		read(8, 0, 100, false);
		assertThat(this.check.violation()).contains("at most 7 was sent");
	}

	@Test
	void atRestOnlyUnansweredWritesAreUncertain() {
		assertThat(this.likes.isExact(5)).as("one is lost").isFalse();
		assertThat(this.likes.isExact(6)).isTrue();
		assertThat(this.likes.isExact(7)).isTrue();
		assertThat(this.likes.isExact(8)).as("one is counted twice").isFalse();
	}

	@Test
	void countsWritesWhoseResponsesShowNoValue() {
		Value reviews = this.check.reviews(1);
		reviews.first(3);
		reviews.sent();
		assertThat(reviews.acknowledged(100)).isEqualTo(4);
		assertThat(reviews.acknowledgedAt(100)).isEqualTo(4);
		assertThat(reviews.isExact(4)).isTrue();
		assertThat(reviews.isExact(3)).as("it is lost").isFalse();
	}

	@Test
	void forgetsWhatARestoredDatabaseHasLost() {
		this.check.backUp();
		this.likes.sent();
		this.likes.acknowledged(8, 200);
		this.check.restore(System.nanoTime() + Long.MAX_VALUE / 2);
		read(6, 0, 300, false);
		read(8, 0, 300, false);
		this.check.restore(System.nanoTime());
		read(8, 0, 300, true);
		assertThat(this.check.violation()).isNull();
		read(8, 0, 300, false);
		assertThat(this.check.violation()).contains("at most 7 was sent");
	}

	@Test
	void judgesNothingAfterItsEnd() {
		this.check.end();
		read(5, 0, 100, false);
		assertThat(this.check.violation()).isNull();
	}

	@Test
	void keepsTheFirstViolationAndTheLastEvents() {
		for (int i = 0; i < 2_000; i++) {
			this.check.event("event " + i);
		}
		this.check.violate("first");
		this.check.violate("second");
		assertThat(this.check.violation()).isEqualTo("first");
		assertThat(this.check.events()).hasSize(1_000).last().asString().endsWith("VIOLATION second");
	}

}
