package dev.yoil.ehcache.internal.whatif;

/**
 * The latest measured load time of sampled keys, in a direct-mapped table by hash. A key
 * is forgotten if another takes its place.
 */
final class LoadCosts {

	private static final int PLACES = 8192;

	/**
	 * 0 for a free place, so the cost of a key with that hash is 0 before its first load.
	 */
	private final int[] hashes = new int[PLACES];

	private final float[] nanos = new float[PLACES];

	/**
	 * {@return whether the cost of the key was known already}
	 */
	boolean loaded(int hash, long nanos) {
		int place = hash & PLACES - 1;
		boolean known = this.hashes[place] == hash;
		this.hashes[place] = hash;
		this.nanos[place] = nanos;
		return known;
	}

	/**
	 * {@return nanoseconds; negative if they are unknown}
	 */
	double of(int hash) {
		int place = hash & PLACES - 1;
		return (this.hashes[place] == hash) ? this.nanos[place] : -1;
	}

}
