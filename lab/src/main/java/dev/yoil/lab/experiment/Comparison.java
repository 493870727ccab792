package dev.yoil.lab.experiment;

/**
 * Two arms in one quantity, and how sure the difference is.
 *
 * @param before of the arm that is compared with
 * @param after of the arm that is expected to be better
 * @param moreIsBetter whether higher values are the better ones
 */
record Comparison(Noise before, Noise after, boolean moreIsBetter) {

	boolean missing() {
		return this.before.missing() || this.after.missing();
	}

	boolean insideNoise() {
		return this.before.to(this.after) == Noise.Verdict.INSIDE;
	}

	/**
	 * Tells whether the arm that is expected to be better is worse, whatever the noise.
	 * @return also false if there is nothing to compare
	 */
	boolean worse() {
		double gain = (this.after.median() - this.before.median()) * (this.moreIsBetter ? 1 : -1);
		return gain < 0;
	}

	/**
	 * Returns what is to be added to a sentence that states the difference.
	 * @return empty if the difference is as expected and outside of the noise
	 */
	String caveat() {
		String noise = switch (this.before.to(this.after)) {
			case HIGHER, LOWER -> "";
			case INSIDE -> "; the difference is inside the noise";
			// A warning tells of experiments of one round.
			case ONE_ROUND -> "";
			case MISSING -> "; there is nothing to compare";
		};
		return (worse() && !insideNoise()) ? "; this is the opposite of what was to be expected" + noise : noise;
	}

}
