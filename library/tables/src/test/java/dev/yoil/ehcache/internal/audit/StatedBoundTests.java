package dev.yoil.ehcache.internal.audit;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The bound that the audit states against the truth, in simulated hours with writes that
 * forget their eviction.
 */
class StatedBoundTests {

	private static final int HOURS = 100;

	@Test
	void isBelowTheTruth() {
		int below = 0;
		double tightest = 1;
		for (int hour = 0; hour < HOURS; hour++) {
			try (Hour simulated = new Hour(hour)) {
				simulated.run();
				double bound = simulated.books.result().consistentAtLeast();
				if (bound <= simulated.truth()) {
					below++;
				}
				tightest = Math.min(tightest, simulated.truth() - bound);
			}
		}
		assertThat(below).isBetween(95, HOURS);
		assertThat(tightest).as("the bound is no empty statement").isLessThan(0.03);
	}

	/**
	 * An hour of reads and writes at random moments. Some keys are written much more
	 * often than others. Each tenth eviction takes a second, in which readers get the old
	 * value.
	 */
	private static final class Hour implements AutoCloseable {

		private static final int KEYS = 40;

		private static final double READS_PER_SECOND = 3;

		private static final double WRITES_PER_SECOND = 0.7;

		/** The share of writes without an eviction. */
		private static final double FORGOTTEN = 0.05;

		private final AuditedCache books;

		private final SplittableRandom random;

		private final long[] rows = new long[KEYS];

		private final PriorityQueue<long[]> evictions = new PriorityQueue<>(
				(one, other) -> Long.compare(one[0], other[0]));

		private long hits;

		private long stale;

		Hour(long seed) {
			this.random = new SplittableRandom(seed);
			this.books = new AuditedCache("ttl='200s'", seed + 1_000_000);
		}

		void run() {
			long end = this.books.now() + Duration.ofHours(1).toMillis();
			double rate = READS_PER_SECOND + WRITES_PER_SECOND;
			while (this.books.now() < end) {
				passTo(this.books.now() + Math.round(-Math.log(1 - this.random.nextDouble()) * 1_000 / rate));
				if (this.random.nextDouble() * rate < WRITES_PER_SECOND) {
					write();
				}
				else {
					read((int) (KEYS * this.random.nextDouble()));
				}
			}
			this.books.pass(FreshnessAudit.PATIENCE);
		}

		private void passTo(long moment) {
			for (long[] next = this.evictions.peek(); next != null && next[0] <= moment; next = this.evictions.peek()) {
				this.evictions.remove();
				this.books.pass(Duration.ofMillis(Math.max(0, next[0] - this.books.now())));
				this.books.cache.evict((int) next[1]);
			}
			this.books.pass(Duration.ofMillis(Math.max(0, moment - this.books.now())));
		}

		private void write() {
			int key = (int) (KEYS * Math.pow(this.random.nextDouble(), 3));
			this.rows[key]++;
			if (this.random.nextDouble() >= FORGOTTEN) {
				long late = (this.random.nextInt(10) == 0) ? 1_000 : 5;
				this.evictions.add(new long[] { this.books.now() + late, key });
			}
		}

		private void read(int key) {
			boolean[] loaded = new boolean[1];
			Long value = this.books.cache.get(key, () -> {
				loaded[0] = true;
				return this.rows[key];
			});
			if (!loaded[0]) {
				this.hits++;
				this.stale += (value != this.rows[key]) ? 1 : 0;
			}
		}

		double truth() {
			return 1 - this.stale / (double) this.hits;
		}

		@Override
		public void close() {
			this.books.close();
		}

	}

}
