package dev.yoil.ehcache;

/**
 * A key as Ehcache holds it. To find what has not been used for long, Ehcache looks at
 * neighbours in its hash table, where keys that count up lie side by side and are often
 * used together; with their hashes mixed, neighbours are there by chance.
 *
 * @param key the key of the caller
 */
record StoredKey(Object key) {

	/** Odd, so that different hashes stay different, and without a pattern. */
	static final int MIX = 0x9E3779B9;

	@Override
	public boolean equals(Object other) {
		return other instanceof StoredKey that && this.key.equals(that.key);
	}

	@Override
	public int hashCode() {
		return this.key.hashCode() * MIX;
	}

}
