package dev.yoil.webtoon.sample;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A deterministic random generator. Neighboring seeds give unrelated sequences. Not
 * thread-safe.
 */
final class Dice {

	private final SplittableRandom random;

	Dice(long seed) {
		this.random = new SplittableRandom(seed);
	}

	int below(int bound) {
		return Math.floorMod(this.random.nextLong(), bound);
	}

	<T> T pick(List<T> choices) {
		return choices.get(below(choices.size()));
	}

}
