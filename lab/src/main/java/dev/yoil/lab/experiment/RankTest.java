package dev.yoil.lab.experiment;

import java.util.List;
import java.util.stream.Stream;

/**
 * Whether the rounds of two results differ: the two-sided rank-sum test of Wilcoxon, Mann
 * and Whitney (H. B. Mann, D. R. Whitney, 1947), exact by counting all ways in which the
 * ranks could have fallen, ties with their mean rank. It assumes nothing of how values
 * are distributed. Immutable.
 *
 * @param one values of the one; numbers
 * @param other values of the other; numbers
 */
record RankTest(List<Double> one, List<Double> other) {

	/**
	 * How probable so large a difference of ranks is at most if there is none. With three
	 * rounds each no difference is less probable.
	 */
	static final double CHANCE = 0.1;

	private static final double ROUNDING = 1e-9;

	/**
	 * Returns how probable it is by chance that the ranks are as far apart, or further.
	 * @return from 0 to 1; 1 if one has no value
	 */
	double p() {
		List<Double> all = Stream.concat(this.one.stream(), this.other.stream()).sorted().toList();
		double[] ranks = all.stream().mapToDouble((value) -> rank(all, value)).toArray();
		double sum = this.one.stream().mapToDouble((value) -> rank(all, value)).sum();
		double mean = this.one.size() * (all.size() + 1) / 2.0;
		long[] counted = new long[2];
		count(ranks, 0, this.one.size(), -mean, Math.abs(sum - mean) - ROUNDING, counted);
		return (double) counted[0] / counted[1];
	}

	/**
	 * Tells whether there are rounds enough for any difference to be more than chance.
	 */
	boolean canTell() {
		double ways = 1;
		for (int i = 1; i <= this.one.size(); i++) {
			ways = ways * (this.other.size() + i) / i;
		}
		return !this.one.isEmpty() && !this.other.isEmpty() && 2 / ways <= CHANCE + ROUNDING;
	}

	private static double rank(List<Double> sorted, double value) {
		return (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2.0 + 1;
	}

	/**
	 * Counts the ways to choose so many ranks from one on: those whose sum is as far from
	 * the mean, and all.
	 */
	private static void count(double[] ranks, int from, int choose, double distance, double atLeast, long[] counted) {
		if (choose == 0) {
			counted[0] += (Math.abs(distance) >= atLeast) ? 1 : 0;
			counted[1]++;
			return;
		}
		for (int i = from; i <= ranks.length - choose; i++) {
			count(ranks, i + 1, choose - 1, distance + ranks[i], atLeast, counted);
		}
	}

}
