package dev.yoil.ehcache.internal.index;

/**
 * A key as Ehcache holds it, with a mixed hash. To evict, Ehcache samples neighbours in
 * its hash table. Without mixing, sequential keys are neighbours, and these are often
 * used at the same time.
 *
 * @param key the key of the caller
 */
public record HashedKey(Object key) {

	/** The golden ratio times 2^32; odd, so that different hashes stay different. */
	private static final int MIX = 0x9E3779B9;

	@Override
	public boolean equals(Object other) {
		return other instanceof HashedKey that && this.key.equals(that.key);
	}

	@Override
	public int hashCode() {
		return mixed(this.key.hashCode());
	}

	/**
	 * Returns a hash whose upper bits differ for similar hashes (Knuth, TAOCP 6.4). All
	 * instances of a cluster have to agree about it.
	 */
	public static int mixed(int hash) {
		return hash * MIX;
	}

}
