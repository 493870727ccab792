package dev.yoil.webtoon.sample;

import java.util.List;

/**
 * A sequence of numbers that looks random and depends on its seed alone, on every JDK:
 * SplitMix64 of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
 * OOPSLA 2014. Neighbouring seeds give unrelated sequences. Not for secrets, and for one
 * thread only.
 */
public final class Dice {

	private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

	private long state;

	/**
	 * Creates a sequence.
	 * @param seed what it depends on
	 */
	public Dice(long seed) {
		this.state = seed;
	}

	/**
	 * The next number, from zero up to but not including the bound.
	 * @param bound a number greater than zero
	 * @return the number
	 */
	public int below(int bound) {
		return Math.floorMod(next(), bound);
	}

	/**
	 * The next number, from the lowest to the highest, both included.
	 * @param lowest the lowest number
	 * @param highest the highest number, not less than the lowest
	 * @return the number
	 */
	public int between(int lowest, int highest) {
		return lowest + below(highest - lowest + 1);
	}

	/**
	 * One of the choices, each as likely as the others.
	 * @param choices at least one
	 * @param <T> the type of the choices
	 * @return one of them
	 */
	public <T> T pick(List<T> choices) {
		return choices.get(below(choices.size()));
	}

	private long next() {
		this.state += GOLDEN_GAMMA;
		long mixed = this.state;
		mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
		mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
		return mixed ^ (mixed >>> 31);
	}

}
