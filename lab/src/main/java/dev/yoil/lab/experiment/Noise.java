package dev.yoil.lab.experiment;

import java.util.Collection;
import java.util.List;

/**
 * A quantity as the rounds had it. Immutable.
 * <p>
 * The method, which needs no assumption on how values are distributed and is stricter
 * than a look at the medians: a difference of two arms is outside of the noise if their
 * ranges from the lowest to the highest round do not overlap, and their medians are
 * further apart than the wider of both ranges. If one of them has a single round, there
 * is no spread, and nothing is claimed.
 *
 * @param values one of each round that has one; NaN and infinities are left out
 */
record Noise(List<Double> values) {

	/** What can be said of two arms. */
	enum Verdict {

		/** The other is higher, outside of the noise. */
		HIGHER,

		/** The other is lower, outside of the noise. */
		LOWER,

		/** The difference is inside the noise. */
		INSIDE,

		/** One of them has one round only. */
		ONE_ROUND,

		/** One of them has no round. */
		MISSING

	}

	Noise {
		values = values.stream().filter(Double::isFinite).sorted().toList();
	}

	static Noise of(Collection<Double> values) {
		return new Noise(List.copyOf(values));
	}

	boolean missing() {
		return this.values.isEmpty();
	}

	/**
	 * Returns the middle value; of an even number the mean of the two in the middle.
	 * @return NaN without any
	 */
	double median() {
		int count = this.values.size();
		if (count == 0) {
			return Double.NaN;
		}
		return (this.values.get((count - 1) / 2) + this.values.get(count / 2)) / 2;
	}

	double lowest() {
		return missing() ? Double.NaN : this.values.get(0);
	}

	double highest() {
		return missing() ? Double.NaN : this.values.get(this.values.size() - 1);
	}

	/**
	 * Tells how far the rounds are apart.
	 * @return the highest less the lowest; NaN with less than two rounds
	 */
	double range() {
		return (this.values.size() > 1) ? highest() - lowest() : Double.NaN;
	}

	/**
	 * Compares this one with another.
	 * @param other what is compared with this
	 * @return where the other is
	 */
	Verdict to(Noise other) {
		if (missing() || other.missing()) {
			return Verdict.MISSING;
		}
		if (this.values.size() == 1 || other.values.size() == 1) {
			return Verdict.ONE_ROUND;
		}
		double difference = other.median() - median();
		boolean apart = other.lowest() > highest() || other.highest() < lowest();
		if (!apart || Math.abs(difference) <= Math.max(range(), other.range())) {
			return Verdict.INSIDE;
		}
		return (difference > 0) ? Verdict.HIGHER : Verdict.LOWER;
	}

	/**
	 * Tells how many times another one this is, with the range that the rounds leave.
	 * @return such as {@code 12.0 times (11.4 to 12.6)}
	 */
	String times(Noise other) {
		if (missing() || !(other.lowest() > 0)) {
			return "no number of times";
		}
		String lowest = Figures.number(lowest() / other.highest());
		String highest = Figures.number(highest() / other.lowest());
		String middle = Figures.number(median() / other.median());
		return lowest.equals(highest) ? middle + " times" : "%s times (%s to %s)".formatted(middle, lowest, highest);
	}

	/**
	 * Returns the median alone, for a sentence.
	 * @return such as {@code 247}
	 */
	String brief() {
		return Figures.number(median());
	}

	/**
	 * Returns the median and, if the rounds differ as they are written, the range.
	 * @return such as {@code 247 (240 to 251)}
	 */
	String text() {
		String lowest = Figures.number(lowest());
		String highest = Figures.number(highest());
		return lowest.equals(highest) ? lowest : "%s (%s to %s)".formatted(Figures.number(median()), lowest, highest);
	}

}
