package dev.yoil.ehcache.internal.tier;

import java.util.function.LongPredicate;

/**
 * A map of numbers to numbers in two arrays, with linear probing. An entry takes 16 bytes
 * at a load of at most two thirds. The value 0 stands for no entry. Not thread-safe.
 */
final class LongLongMap {

	private static final int MIN_LENGTH = 64;

	/** A removed entry, which a search passes and a store may replace. */
	private static final long REMOVED = -1;

	private long[] keys = new long[MIN_LENGTH];

	private long[] values = new long[MIN_LENGTH];

	private int size;

	/** The places that are not free: those of entries and of removed ones. */
	private int used;

	int size() {
		return this.size;
	}

	/**
	 * {@return the value; 0 for none}
	 */
	long get(long key) {
		int place = place(key);
		return Math.max(0, this.values[place]);
	}

	/**
	 * Stores a value, which is positive.
	 */
	void put(long key, long value) {
		int place = place(key);
		long before = this.values[place];
		this.keys[place] = key;
		this.values[place] = value;
		if (before <= 0) {
			this.size++;
		}
		if (before == 0) {
			this.used++;
			if (this.used > this.keys.length / 3 * 2) {
				resize();
			}
		}
	}

	/** Removes an entry if it has a value. */
	void remove(long key, long value) {
		int place = place(key);
		if (this.values[place] == value) {
			this.values[place] = REMOVED;
			this.size--;
		}
	}

	/**
	 * Removes the entries with matching values.
	 * @return how many there were
	 */
	int removeIf(LongPredicate matching) {
		int before = this.size;
		for (int place = 0; place < this.values.length; place++) {
			if (this.values[place] > 0 && matching.test(this.values[place])) {
				this.values[place] = REMOVED;
				this.size--;
			}
		}
		return before - this.size;
	}

	/** Returns the place of a key, or a free one for it. */
	private int place(long key) {
		int mask = this.keys.length - 1;
		int place = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
		while (this.values[place] != 0 && this.keys[place] != key) {
			place = (place + 1) & mask;
		}
		return place;
	}

	private void resize() {
		long[] oldKeys = this.keys;
		long[] oldValues = this.values;
		int length = MIN_LENGTH;
		while (this.size > length / 3) {
			length *= 2;
		}
		this.keys = new long[length];
		this.values = new long[length];
		this.size = 0;
		this.used = 0;
		for (int i = 0; i < oldKeys.length; i++) {
			if (oldValues[i] > 0) {
				put(oldKeys[i], oldValues[i]);
			}
		}
	}

}
