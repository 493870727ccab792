package dev.yoil.ehcache.internal.whatif;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * The hash codes of the regions of the key that is being simulated. They are computed
 * once for all rows, and only if a row adds the key. Equal ones are mostly the same
 * array. Two regions with the same hash code count as one.
 */
final class RegionHashes {

	private static final int SEEN = 4_096;

	private final Function<Object, Set<String>> regions;

	private final int[][] latest = new int[256][];

	/** A bit for each region that a key had, by hash. */
	private final BitSet seen = new BitSet(SEEN);

	private Object key = "";

	private int @Nullable [] hashes;

	RegionHashes(Function<Object, Set<String>> regions) {
		this.regions = regions;
	}

	void at(Object key) {
		this.key = key;
		this.hashes = null;
	}

	int[] get() {
		int[] known = this.hashes;
		if (known == null) {
			known = of(this.regions.apply(this.key));
			Arrays.stream(known).forEach((hash) -> this.seen.set(hash & SEEN - 1));
			int place = Arrays.hashCode(known) & this.latest.length - 1;
			if (Arrays.equals(known, this.latest[place])) {
				known = this.latest[place];
			}
			this.latest[place] = known;
			this.hashes = known;
		}
		return known;
	}

	/**
	 * {@return whether a key may have had one of some regions}
	 */
	boolean knows(int[] hashes) {
		return Arrays.stream(hashes).anyMatch((hash) -> this.seen.get(hash & SEEN - 1));
	}

	static int[] of(Collection<String> regions) {
		return regions.stream().mapToInt(String::hashCode).sorted().toArray();
	}

}
