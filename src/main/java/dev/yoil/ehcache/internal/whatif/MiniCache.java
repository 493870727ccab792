package dev.yoil.ehcache.internal.whatif;

import java.util.Arrays;

/**
 * One row: a miniature of the cache with one capacity, which holds the keys whose hash is
 * below a threshold. The columns share it: presence and last access do not depend on the
 * TTL, because Ehcache keeps expired entries until they are touched or evicted. Only the
 * time of the write differs.
 * <p>
 * Evicts like Ehcache 3.12, whose {@code getEvictionCandidate} continues a walk through
 * the hash table: the least recently used of the next eight entries goes. The index below
 * is a hash table with linear probing, so its order is that of the hashes too.
 */
final class MiniCache {

	/** Sampled keys per row at most. */
	static final int SLOTS = 2048;

	private static final int FIRST_SLOTS = 64;

	/** Entries that Ehcache looks at per eviction. */
	private static final int CANDIDATES = 8;

	/** The numbers of a slot: these, then one write time per column. */
	private static final int LAST_ACCESSED = 0;

	private static final int FRESH_UNTIL = 1;

	private static final int FREQUENCY = 2;

	private static final int WRITTEN = 3;

	private final TimeLimits limits;

	private final RegionHashes regionHashes;

	private final int stride;

	private final Tally tally;

	private int capacity = Integer.MAX_VALUE;

	/** Keys with a hash below it are sampled; 2^32 samples all. */
	private long threshold = 1L << Integer.SIZE;

	private double weight = 1;

	private int size;

	private int[] hashes;

	private int[] numbers;

	private int[][] regions;

	/** The slot number plus one by hash; 0 is free. */
	private char[] index;

	private int hand;

	private boolean evicted;

	/** Removed keys, whose next misses are no first touches. */
	private long removed;

	MiniCache(TimeLimits limits, RegionHashes regionHashes) {
		this.limits = limits;
		this.regionHashes = regionHashes;
		this.stride = WRITTEN + limits.columns();
		this.tally = new Tally(limits.columns());
		this.hashes = new int[FIRST_SLOTS];
		this.numbers = new int[FIRST_SLOTS * this.stride];
		this.regions = new int[FIRST_SLOTS][];
		this.index = new char[FIRST_SLOTS * 2];
	}

	private MiniCache(MiniCache copied, int capacity) {
		this.limits = copied.limits;
		this.regionHashes = copied.regionHashes;
		this.stride = copied.stride;
		this.tally = new Tally(copied.tally);
		this.capacity = capacity;
		this.threshold = copied.threshold;
		this.weight = copied.weight;
		this.size = copied.size;
		this.hashes = copied.hashes.clone();
		this.numbers = copied.numbers.clone();
		this.regions = copied.regions.clone();
		this.index = copied.index.clone();
		this.removed = copied.removed;
	}

	/** Copies the row into one that evicts. */
	MiniCache withCapacity(int miniCapacity) {
		return new MiniCache(this, miniCapacity);
	}

	boolean samples(int hash) {
		return Integer.toUnsignedLong(hash) < this.threshold;
	}

	/** Simulates a lookup. */
	void referenced(int hash, double cost) {
		int group = hash >>> 12 & Tally.GROUPS - 1;
		int place = place(hash);
		if (this.index[place] == 0) {
			this.tally.reference(group, this.weight, 1);
			if (this.removed > 0) {
				this.removed--;
			}
			else {
				this.tally.firstTouch(this.weight);
			}
			loadAll(cost);
			write(insert(hash));
			return;
		}
		int slot = (this.index[place] - 1) * this.stride;
		int frequency = ++this.numbers[slot + FREQUENCY];
		this.tally.reference(group, this.weight, frequency);
		if (this.limits.isIdle(this.numbers[slot + LAST_ACCESSED])) {
			loadAll(cost);
			write(slot);
			return;
		}
		this.numbers[slot + LAST_ACCESSED] = this.limits.now();
		if (this.limits.now() < this.numbers[slot + FRESH_UNTIL]) {
			this.tally.hitEverywhere(group, this.weight, frequency);
		}
		else {
			hitByColumn(slot, group, frequency, cost);
		}
	}

	private void hitByColumn(int slot, int group, int frequency, double cost) {
		int fresh = TimeLimits.NEVER;
		for (int column = 0; column < this.limits.columns(); column++) {
			int at = slot + WRITTEN + column;
			int written = this.numbers[at];
			if (this.limits.isExpired(column, written)) {
				this.tally.load(column, this.weight, cost);
				written = this.limits.now();
			}
			else {
				this.tally.hit(column, group, this.weight, frequency);
				if (this.limits.isRefreshed(written)) {
					this.tally.refresh(column, this.weight, cost);
					written = this.limits.now();
				}
			}
			this.numbers[at] = written;
			fresh = Math.min(fresh, this.limits.freshUntil(column, written));
		}
		this.numbers[slot + FRESH_UNTIL] = fresh;
	}

	private void loadAll(double cost) {
		for (int column = 0; column < this.limits.columns(); column++) {
			this.tally.load(column, this.weight, cost);
		}
	}

	/** Simulates a put: the key is fresh in each column. */
	void written(int hash) {
		int place = place(hash);
		write((this.index[place] != 0) ? (this.index[place] - 1) * this.stride : insert(hash));
	}

	/** Sets the times of a slot. */
	private void write(int slot) {
		int now = this.limits.now();
		int fresh = TimeLimits.NEVER;
		this.numbers[slot + LAST_ACCESSED] = now;
		for (int column = 0; column < this.limits.columns(); column++) {
			this.numbers[slot + WRITTEN + column] = now;
			fresh = Math.min(fresh, this.limits.freshUntil(column, now));
		}
		this.numbers[slot + FRESH_UNTIL] = fresh;
	}

	private int insert(int hash) {
		while (this.size >= this.capacity) {
			evict();
		}
		if (this.size == this.hashes.length) {
			grow();
		}
		int slot = this.size++;
		this.hashes[slot] = hash;
		this.regions[slot] = this.regionHashes.get();
		this.numbers[slot * this.stride + FREQUENCY] = 1;
		this.index[place(hash)] = (char) (slot + 1);
		return slot * this.stride;
	}

	private void grow() {
		int slots = this.hashes.length * 2;
		this.hashes = Arrays.copyOf(this.hashes, slots);
		this.numbers = Arrays.copyOf(this.numbers, slots * this.stride);
		this.regions = Arrays.copyOf(this.regions, slots);
		this.index = new char[slots * 2];
		for (int slot = 0; slot < this.size; slot++) {
			this.index[place(this.hashes[slot])] = (char) (slot + 1);
		}
	}

	private void evict() {
		this.evicted = true;
		int victim = -1;
		int oldest = Integer.MAX_VALUE;
		for (int left = Math.min(CANDIDATES, this.size); left > 0; this.hand = next(this.hand)) {
			int slot = this.index[this.hand] - 1;
			if (slot >= 0) {
				left--;
				int last = this.numbers[slot * this.stride + LAST_ACCESSED];
				if (last < oldest) {
					oldest = last;
					victim = this.hand;
				}
			}
		}
		delete(victim);
	}

	/**
	 * {@return the place of a hash in the index, or the free place where it belongs}
	 */
	private int place(int hash) {
		int place = hash & this.index.length - 1;
		while (this.index[place] != 0 && this.hashes[this.index[place] - 1] != hash) {
			place = next(place);
		}
		return place;
	}

	private int next(int place) {
		return (place + 1) & this.index.length - 1;
	}

	/** Deletes from the index without a gap (Knuth, TAOCP 6.4, algorithm R). */
	private void delete(int place) {
		int slot = this.index[place] - 1;
		int gap = place;
		for (int i = next(place); this.index[i] != 0; i = next(i)) {
			int mask = this.index.length - 1;
			int home = this.hashes[this.index[i] - 1] & mask;
			if ((i - home & mask) >= (i - gap & mask)) {
				this.index[gap] = this.index[i];
				gap = i;
			}
		}
		this.index[gap] = 0;
		moveLast(slot);
	}

	/** Moves the last slot to a free one. */
	private void moveLast(int slot) {
		int last = --this.size;
		if (slot != last) {
			this.index[place(this.hashes[last])] = (char) (slot + 1);
			this.hashes[slot] = this.hashes[last];
			this.regions[slot] = this.regions[last];
			System.arraycopy(this.numbers, last * this.stride, this.numbers, slot * this.stride, this.stride);
		}
	}

	void removed(int hash) {
		int place = place(hash);
		if (this.index[place] != 0) {
			this.removed++;
			delete(place);
		}
	}

	/** Removes the keys with one of these regions. */
	void changed(int[] changed) {
		int[] last = null;
		boolean removes = false;
		for (int slot = this.size - 1; slot >= 0; slot--) {
			if (this.regions[slot] != last) {
				last = this.regions[slot];
				removes = overlap(last, changed);
			}
			if (removes) {
				removed(this.hashes[slot]);
			}
		}
	}

	private static boolean overlap(int[] some, int[] others) {
		for (int one : some) {
			for (int other : others) {
				if (one == other) {
					return true;
				}
			}
		}
		return false;
	}

	void cleared() {
		this.removed += this.size;
		this.size = 0;
		Arrays.fill(this.index, (char) 0);
	}

	/** Halves the sampling rate. */
	void halveRate() {
		this.threshold /= 2;
		this.weight *= 2;
		this.removed /= 2;
		for (int slot = this.size - 1; slot >= 0; slot--) {
			if (!samples(this.hashes[slot])) {
				delete(place(this.hashes[slot]));
			}
		}
	}

	/** Moves all moments back, because the origin moved. */
	void moveBack(int by) {
		for (int i = 0; i < this.size * this.stride; i++) {
			if (i % this.stride != FREQUENCY) {
				this.numbers[i] = TimeLimits.back(this.numbers[i], by);
			}
		}
	}

	boolean contains(int hash) {
		return this.index[place(hash)] != 0;
	}

	Tally tally() {
		return this.tally;
	}

	int size() {
		return this.size;
	}

	double rate() {
		return 1 / this.weight;
	}

	long threshold() {
		return this.threshold;
	}

	/**
	 * {@return whether it evicted, and each slot was updated several times since}
	 */
	boolean isSteady() {
		return this.evicted && this.tally.updates() > 10L * this.capacity;
	}

}
