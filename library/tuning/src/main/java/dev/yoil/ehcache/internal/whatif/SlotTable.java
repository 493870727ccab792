package dev.yoil.ehcache.internal.whatif;

import java.util.Arrays;

/**
 * A hash table of slot numbers with the order of Ehcache's: the same bins for the same
 * hashes, walked by a hand. Slots are dense, from 0 to the size. With another order, the
 * prediction of a loop over slightly more keys than the capacity is off by 5 points.
 */
final class SlotTable {

	private static final int FIRST = 64;

	/** The hash of each slot. */
	private int[] hashes = new int[FIRST];

	/** The next slot of the same bin, plus one; 0 for none. */
	private char[] nexts = new char[FIRST];

	/** The first slot of each bin, plus one. */
	private char[] bins = new char[FIRST];

	private int size;

	/** The bin that the hand is in, and how many of its slots it has passed. */
	private int hand;

	private int passed;

	SlotTable() {
	}

	SlotTable(SlotTable copied) {
		this.hashes = copied.hashes.clone();
		this.nexts = copied.nexts.clone();
		this.bins = copied.bins.clone();
		this.size = copied.size;
	}

	/**
	 * {@return the slot of a hash; negative if it has none}
	 */
	int find(int hash) {
		int slot = this.bins[bin(hash)] - 1;
		while (slot >= 0 && this.hashes[slot] != hash) {
			slot = this.nexts[slot] - 1;
		}
		return slot;
	}

	/** Adds a hash that has no slot, as the last one of its bin. */
	int add(int hash) {
		int slot = this.size++;
		if (slot == this.hashes.length) {
			this.hashes = Arrays.copyOf(this.hashes, longer(slot));
			this.nexts = Arrays.copyOf(this.nexts, longer(slot));
		}
		this.hashes[slot] = hash;
		append(slot);
		// Ehcache's table grows by the same rule.
		if (this.size >= this.bins.length / 4 * 3) {
			this.bins = new char[this.bins.length * 2];
			for (int each = 0; each < this.size; each++) {
				append(each);
			}
		}
		return slot;
	}

	/**
	 * {@return the next length of arrays per slot; a full row needs one slot more for a
	 * moment}
	 */
	static int longer(int length) {
		return Math.max(FIRST, Math.min(length * 2, MiniCache.SLOTS + 1));
	}

	private void append(int slot) {
		this.nexts[slot] = 0;
		replace(0, slot + 1, bin(this.hashes[slot]));
	}

	/** Replaces a reference to a slot in a bin; 0 is the end. */
	private void replace(int reference, int by, int bin) {
		if (this.bins[bin] == reference) {
			this.bins[bin] = (char) by;
			return;
		}
		int slot = this.bins[bin] - 1;
		while (this.nexts[slot] != reference) {
			slot = this.nexts[slot] - 1;
		}
		this.nexts[slot] = (char) by;
	}

	/** Removes a slot. The last slot takes its number. */
	void remove(int slot) {
		int bin = bin(this.hashes[slot]);
		replace(slot + 1, this.nexts[slot], bin);
		int last = --this.size;
		if (slot != last) {
			replace(last + 1, slot + 1, bin(this.hashes[last]));
			this.hashes[slot] = this.hashes[last];
			this.nexts[slot] = this.nexts[last];
		}
	}

	/** Moves the hand to the next slot, from the last one to the first. */
	int advance() {
		while (true) {
			int slot = this.bins[this.hand] - 1;
			for (int left = this.passed; left > 0 && slot >= 0; left--) {
				slot = this.nexts[slot] - 1;
			}
			if (slot >= 0) {
				this.passed++;
				return slot;
			}
			this.hand = (this.hand + 1) & this.bins.length - 1;
			this.passed = 0;
		}
	}

	void clear() {
		this.size = 0;
		this.passed = 0;
		Arrays.fill(this.bins, (char) 0);
	}

	/** The bin in Ehcache's {@code ConcurrentHashMap}. */
	private int bin(int hash) {
		int rotated = Integer.rotateLeft(hash, 1);
		return (rotated ^ (rotated >>> 16)) & (this.bins.length - 1);
	}

	int hash(int slot) {
		return this.hashes[slot];
	}

	int size() {
		return this.size;
	}

}
