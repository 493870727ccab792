package dev.yoil.ehcache.internal.tier;

import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

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

	/** Two for each name, so that the table takes 1.5 MB. */
	private long[] moments = new long[0];

	/** Creates an empty table. It takes memory from the first access on. */
	public LastAccesses() {
		// Most caches have no use for it.
	}

	/**
	 * Remembers an access.
	 * @param name a name that ends with 16 hexadecimal digits of a cryptographic hash
	 */
	public void add(String name, Access access) {
		long hash = hash(name);
		synchronized (this) {
			if (this.names.length == 0) {
				this.names = new long[SLOTS];
				this.moments = new long[2 * SLOTS];
			}
			int place = place(hash);
			this.names[place] = hash;
			this.moments[2 * place] = access.at();
			this.moments[2 * place + 1] = access.madeAt();
		}
	}

	/** Returns the place of a name, else the place of the oldest access. */
	private int place(long hash) {
		int first = first(hash);
		int oldest = first;
		for (int i = first; i < first + WAYS; i++) {
			if (this.names[i] == hash) {
				return i;
			}
			oldest = (this.moments[2 * i] < this.moments[2 * oldest]) ? i : oldest;
		}
		return oldest;
	}

	/**
	 * {@return the last access; {@code null} if none is remembered}
	 */
	public @Nullable Access of(String name) {
		long hash = hash(name);
		synchronized (this) {
			int place = (this.names.length > 0) ? place(hash) : 0;
			return (this.names.length > 0 && this.names[place] == hash)
					? new Access(this.moments[2 * place], this.moments[2 * place + 1]) : null;
		}
	}

	private static long hash(String name) {
		return HexFormat.fromHexDigitsToLong(name, name.length() - DIGITS, name.length());
	}

	private static int first(long hash) {
		return (int) (hash & (SLOTS - 1)) & -WAYS;
	}

	/**
	 * The last access of a value.
	 *
	 * @param at when this process accessed it
	 * @param madeAt when the value was stored on the heap, or loaded elsewhere before: a
	 * tier may have an older one
	 */
	public record Access(long at, long madeAt) {
	}

}
