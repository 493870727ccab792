package dev.yoil.lab.experiment;

import java.util.Collection;
import java.util.List;

/**
 * A quantity as the rounds measured it.
 * <p>
 * A difference of two arms is more than noise if the ranges of their rounds do not
 * overlap and their medians are further apart than the wider of both ranges. The rule
 * needs no assumption on the distribution. With a single round nothing is claimed.
 *
 * @param values one per round, sorted; NaN and infinities are left out
 */
record Noise(List<Double> values) {

	/** The relation of another quantity to this one. */
	enum Verdict {

		HIGHER, LOWER, INSIDE, ONE_ROUND, MISSING

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

	/** Returns the median; NaN without values. */
	double median() {
		int count = this.values.size();
		return missing() ? Double.NaN : (this.values.get((count - 1) / 2) + this.values.get(count / 2)) / 2;
	}

	double lowest() {
		return missing() ? Double.NaN : this.values.get(0);
	}

	double highest() {
		return missing() ? Double.NaN : this.values.get(this.values.size() - 1);
	}

	Verdict to(Noise other) {
		if (missing() || other.missing()) {
			return Verdict.MISSING;
		}
		if (this.values.size() == 1 || other.values.size() == 1) {
			return Verdict.ONE_ROUND;
		}
		double difference = other.median() - median();
		boolean apart = other.lowest() > highest() || other.highest() < lowest();
		double range = Math.max(highest() - lowest(), other.highest() - other.lowest());
		if (!apart || Math.abs(difference) <= range) {
			return Verdict.INSIDE;
		}
		return (difference > 0) ? Verdict.HIGHER : Verdict.LOWER;
	}

	/** Returns the end of a headline that compares both. */
	String end(Noise other) {
		return (to(other) == Verdict.INSIDE) ? ", within noise." : ".";
	}

	/**
	 * Returns the ratio to another quantity, such as {@code 12.0 times (11.4 to 12.6)}.
	 */
	String times(Noise other) {
		if (missing() || !(other.lowest() > 0)) {
			return Figures.NONE;
		}
		String lowest = Figures.number(lowest() / other.highest());
		String highest = Figures.number(highest() / other.lowest());
		String middle = Figures.number(median() / other.median());
		return lowest.equals(highest) ? middle + " times" : "%s times (%s to %s)".formatted(middle, lowest, highest);
	}

	/** Returns the median, such as {@code 247}. */
	String brief() {
		return Figures.number(median());
	}

	/**
	 * Returns the median with the range of the rounds, such as {@code 247 (240 to 251)}.
	 */
	String text() {
		String lowest = Figures.number(lowest());
		String highest = Figures.number(highest());
		return lowest.equals(highest) ? lowest : "%s (%s to %s)".formatted(brief(), lowest, highest);
	}

}
