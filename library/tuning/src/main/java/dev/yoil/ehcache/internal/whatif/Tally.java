package dev.yoil.ehcache.internal.whatif;

/**
 * The counts of one row. Each sampled reference counts as many as it stands for: one
 * divided by the sampling rate. References and hits are counted per group of keys, which
 * tells the sampling error.
 */
final class Tally {

	static final int GROUPS = 8;

	/** Counts of a row. */
	private static final int FIRST_TOUCHES = 0;

	private static final int SQUARES = 1;

	private static final int COMMON_SQUARES = 2;

	private static final int REFERENCES = 3;

	private static final int COMMON_HITS = REFERENCES + GROUPS;

	private static final int ROW = COMMON_HITS + GROUPS;

	/** Counts of a column, after the hits of the groups. */
	private static final int REFRESHES = GROUPS;

	private static final int SQUARE_HITS = GROUPS + 1;

	private static final int COSTED = GROUPS + 2;

	private static final int COST = GROUPS + 3;

	private static final int COLUMN = GROUPS + 4;

	private final double[] counts;

	/** The references that were counted, each as one and without decay. */
	private long updates;

	Tally(int columns) {
		this.counts = new double[ROW + columns * COLUMN];
	}

	Tally(Tally copied) {
		this.counts = copied.counts.clone();
		this.updates = copied.updates;
	}

	void reference(int group, double weight, int frequency) {
		this.updates++;
		this.counts[REFERENCES + group] += weight;
		this.counts[SQUARES] += weight * frequency;
	}

	void hitEverywhere(int group, double weight, int frequency) {
		this.counts[COMMON_HITS + group] += weight;
		this.counts[COMMON_SQUARES] += weight * frequency;
	}

	void hit(int column, int group, double weight, int frequency) {
		int at = ROW + column * COLUMN;
		this.counts[at + group] += weight;
		this.counts[at + SQUARE_HITS] += weight * frequency;
	}

	void refresh(int column, double weight) {
		this.counts[ROW + column * COLUMN + REFRESHES] += weight;
	}

	/**
	 * Counts the cost of a load.
	 * @param loads how many loads it stands for; 0 if the cost is unknown
	 */
	void load(int column, double loads, double cost) {
		int at = ROW + column * COLUMN;
		this.counts[at + COSTED] += loads;
		this.counts[at + COST] += loads * cost;
	}

	void firstTouch(double weight) {
		this.counts[FIRST_TOUCHES] += weight;
	}

	void decay(double factor) {
		for (int i = 0; i < this.counts.length; i++) {
			this.counts[i] *= factor;
		}
	}

	long updates() {
		return this.updates;
	}

	double references() {
		double sum = 0;
		for (int group = 0; group < GROUPS; group++) {
			sum += this.counts[REFERENCES + group];
		}
		return sum;
	}

	double hits(int column) {
		double sum = 0;
		for (int group = 0; group < GROUPS; group++) {
			sum += hits(column, group);
		}
		return sum;
	}

	private double hits(int column, int group) {
		return this.counts[COMMON_HITS + group] + this.counts[ROW + column * COLUMN + group];
	}

	double firstTouchRatio() {
		return this.counts[FIRST_TOUCHES] / references();
	}

	/**
	 * {@return the hit ratio of references that are weighted by the frequency of their
	 * key}
	 */
	double weightedHitRatio(int column) {
		return (this.counts[COMMON_SQUARES] + this.counts[ROW + column * COLUMN + SQUARE_HITS]) / this.counts[SQUARES];
	}

	double refreshes(int column) {
		return this.counts[ROW + column * COLUMN + REFRESHES];
	}

	/**
	 * {@return the mean cost of the loads of known cost; 0 if there are none}
	 */
	double meanCost(int column) {
		int at = ROW + column * COLUMN;
		return (this.counts[at + COSTED] > 0) ? this.counts[at + COST] / this.counts[at + COSTED] : 0;
	}

	/**
	 * Returns the standard error of the corrected hits, from how much the groups differ.
	 * @param missingHitRatio the hit ratio that the correction assumes
	 */
	double standardError(int column, double missingHitRatio) {
		double mean = (hits(column) - missingHitRatio * references()) / GROUPS;
		double squares = 0;
		for (int group = 0; group < GROUPS; group++) {
			double residual = hits(column, group) - missingHitRatio * this.counts[REFERENCES + group] - mean;
			squares += residual * residual;
		}
		return Math.sqrt(squares * GROUPS / (GROUPS - 1));
	}

}
