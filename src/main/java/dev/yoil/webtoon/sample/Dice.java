package dev.yoil.webtoon.sample;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A sequence of numbers that looks random and depends on its seed alone. Neighbouring
 * seeds give unrelated sequences. For one thread only.
 */
final class Dice {

	private final SplittableRandom random;

	Dice(long seed) {
		this.random = new SplittableRandom(seed);
	}

	/**
	 * The next number, from zero up to but not including the bound.
	 */
	int below(int bound) {
		return Math.floorMod(this.random.nextLong(), bound);
	}

	/**
	 * One of the choices, each as likely as the others.
	 */
	<T> T pick(List<T> choices) {
		return choices.get(below(choices.size()));
	}

}
