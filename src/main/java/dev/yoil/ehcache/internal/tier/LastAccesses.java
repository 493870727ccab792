package dev.yoil.ehcache.internal.tier;

import java.util.HexFormat;

/**
 * The last accesses of values that have left the heap, in a table of fixed size. If four
 * later accesses take the places of one, it is forgotten: then the value counts as not
 * accessed since its load. Thread-safe.
 */
public final class LastAccesses {

	private static final int SLOTS = 1 << 16;

	/** The places that a name may have, as in a set-associative cache. */
	private static final int WAYS = 4;

	/** The digits of the hash with which a name ends. */
	private static final int DIGITS = 16;

	private long[] names = new long[0];

	private long[] moments = new long[0];

	/** Creates an empty table. It takes 1 MB from the first access on. */
	public LastAccesses() {
		// Most caches have no use for it.
	}

	/**
	 * Remembers an access.
	 * @param name a name that ends with 16 hexadecimal digits of a cryptographic hash
	 */
	public void add(String name, long moment) {
		long hash = hash(name);
		synchronized (this) {
			if (this.names.length == 0) {
				this.names = new long[SLOTS];
				this.moments = new long[SLOTS];
			}
			int first = first(hash);
			int oldest = first;
			for (int i = first; i < first + WAYS; i++) {
				if (this.names[i] == hash) {
					oldest = i;
					break;
				}
				oldest = (this.moments[i] < this.moments[oldest]) ? i : oldest;
			}
			this.names[oldest] = hash;
			this.moments[oldest] = moment;
		}
	}

	/**
	 * {@return the last access as far as it is remembered; {@link Long#MIN_VALUE} if it
	 * is not}
	 */
	public long of(String name) {
		long hash = hash(name);
		synchronized (this) {
			int first = first(hash);
			for (int i = first; i < first + WAYS && i < this.names.length; i++) {
				if (this.names[i] == hash) {
					return this.moments[i];
				}
			}
			return Long.MIN_VALUE;
		}
	}

	private static long hash(String name) {
		return HexFormat.fromHexDigitsToLong(name, name.length() - DIGITS, name.length());
	}

	private static int first(long hash) {
		return (int) (hash & (SLOTS - 1)) & -WAYS;
	}

}
