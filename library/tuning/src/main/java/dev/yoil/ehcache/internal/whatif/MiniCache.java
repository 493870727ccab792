package dev.yoil.ehcache.internal.whatif;

import java.util.Arrays;

/**
 * One row: a miniature of the cache with one capacity, which holds the keys whose hash is
 * below a threshold. The columns share it: presence and last access do not depend on the
 * TTL, because expired entries stay until they are touched or evicted. Only the time of
 * the write differs. The real cache removes expired entries within a minute, which gives
 * it a little more room.
 * <p>
 * Evicts like Ehcache 3.12, whose {@code getEvictionCandidate} continues a walk through
 * the hash table: the least recently used of the next eight entries goes.
 */
final class MiniCache {

	/** Sampled keys per row at most. */
	static final int SLOTS = 2048;

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

	private final SlotTable slots;

	private int[] numbers;

	private int[][] regions;

	private boolean evicted;

	/** Removed keys, whose next misses are no first touches. */
	private long removed;

	MiniCache(TimeLimits limits, RegionHashes regionHashes) {
		this.limits = limits;
		this.regionHashes = regionHashes;
		this.stride = WRITTEN + limits.columns();
		this.tally = new Tally(limits.columns());
		this.slots = new SlotTable();
		this.numbers = new int[0];
		this.regions = new int[0][];
	}

	private MiniCache(MiniCache copied, int capacity) {
		this.limits = copied.limits;
		this.regionHashes = copied.regionHashes;
		this.stride = copied.stride;
		this.tally = new Tally(copied.tally);
		this.capacity = capacity;
		this.threshold = copied.threshold;
		this.weight = copied.weight;
		this.slots = new SlotTable(copied.slots);
		this.numbers = copied.numbers.clone();
		this.regions = copied.regions.clone();
		this.removed = copied.removed;
	}

	/** Copies the row into one that evicts. */
	MiniCache withCapacity(int miniCapacity) {
		return new MiniCache(this, miniCapacity);
	}

	/**
	 * {@return whether the row samples keys with a mixed hash}
	 */
	boolean samples(long mixed) {
		return mixed < this.threshold;
	}

	/**
	 * Simulates a lookup.
	 * @param loads how many loads a load of this key stands for, in the mean cost
	 */
	void referenced(int hash, int group, double loads, double cost) {
		int slot = this.slots.find(hash) * this.stride;
		if (slot < 0) {
			this.tally.reference(group, this.weight, 1);
			if (this.removed > 0) {
				this.removed--;
			}
			else {
				this.tally.firstTouch(this.weight);
			}
			loadEverywhere(loads, cost);
			insert(hash);
			return;
		}
		int frequency = ++this.numbers[slot + FREQUENCY];
		this.tally.reference(group, this.weight, frequency);
		if (this.limits.isIdle(this.numbers[slot + LAST_ACCESSED])) {
			loadEverywhere(loads, cost);
			write(slot);
			return;
		}
		this.numbers[slot + LAST_ACCESSED] = this.limits.now();
		if (this.limits.now() < this.numbers[slot + FRESH_UNTIL]) {
			this.tally.hitEverywhere(group, this.weight, frequency);
		}
		else {
			hitByColumn(slot, group, frequency, loads, cost);
		}
	}

	private void hitByColumn(int slot, int group, int frequency, double loads, double cost) {
		int fresh = TimeLimits.NEVER;
		for (int column = 0; column < this.limits.columns(); column++) {
			int at = slot + WRITTEN + column;
			int written = this.numbers[at];
			if (this.limits.isExpired(column, written)) {
				this.tally.load(column, loads, cost);
				written = this.limits.now();
			}
			else {
				this.tally.hit(column, group, this.weight, frequency);
				if (this.limits.isRefreshed(written)) {
					this.tally.refresh(column, this.weight);
					this.tally.load(column, loads, cost);
					written = this.limits.now();
				}
			}
			this.numbers[at] = written;
			fresh = Math.min(fresh, this.limits.freshUntil(column, written));
		}
		this.numbers[slot + FRESH_UNTIL] = fresh;
	}

	/** Counts the cost of a load in each column. */
	void loadEverywhere(double loads, double cost) {
		for (int column = 0; loads > 0 && column < this.limits.columns(); column++) {
			this.tally.load(column, loads, cost);
		}
	}

	/** Simulates a put: the key is fresh in each column. */
	void written(int hash) {
		int slot = this.slots.find(hash);
		if (slot >= 0) {
			write(slot * this.stride);
		}
		else {
			insert(hash);
		}
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

	/** Inserts a key, and then evicts, as Ehcache does. */
	private void insert(int hash) {
		int slot = this.slots.add(hash);
		if (slot == this.regions.length) {
			this.regions = Arrays.copyOf(this.regions, SlotTable.longer(slot));
			this.numbers = Arrays.copyOf(this.numbers, this.regions.length * this.stride);
		}
		this.regions[slot] = this.regionHashes.get();
		this.numbers[slot * this.stride + FREQUENCY] = 1;
		write(slot * this.stride);
		while (this.slots.size() > this.capacity) {
			evict();
		}
	}

	private void evict() {
		this.evicted = true;
		int victim = -1;
		int oldest = Integer.MAX_VALUE;
		for (int left = CANDIDATES; left > 0; left--) {
			int slot = this.slots.advance();
			int last = this.numbers[slot * this.stride + LAST_ACCESSED];
			if (last < oldest) {
				oldest = last;
				victim = slot;
			}
		}
		delete(victim);
	}

	private void delete(int slot) {
		this.slots.remove(slot);
		int last = this.slots.size();
		this.regions[slot] = this.regions[last];
		System.arraycopy(this.numbers, last * this.stride, this.numbers, slot * this.stride, this.stride);
	}

	void removed(int hash) {
		int slot = this.slots.find(hash);
		if (slot >= 0) {
			this.removed++;
			delete(slot);
		}
	}

	/** Removes the keys with one of these regions. */
	void changed(int[] changed) {
		int[] last = null;
		boolean removes = false;
		for (int slot = this.slots.size() - 1; slot >= 0; slot--) {
			if (this.regions[slot] != last) {
				last = this.regions[slot];
				removes = overlap(last, changed);
			}
			if (removes) {
				this.removed++;
				delete(slot);
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
		this.removed += this.slots.size();
		this.slots.clear();
	}

	/** Halves the sampling rate. */
	void halveRate() {
		this.threshold /= 2;
		this.weight *= 2;
		this.removed /= 2;
		for (int slot = this.slots.size() - 1; slot >= 0; slot--) {
			if (!samples(CacheSimulation.mixed(this.slots.hash(slot)))) {
				delete(slot);
			}
		}
	}

	/** Moves all moments back, because the origin moved. */
	void moveBack(int by) {
		for (int i = 0; i < this.slots.size() * this.stride; i++) {
			if (i % this.stride != FREQUENCY) {
				this.numbers[i] = TimeLimits.back(this.numbers[i], by);
			}
		}
	}

	boolean contains(int hash) {
		return this.slots.find(hash) >= 0;
	}

	Tally tally() {
		return this.tally;
	}

	int size() {
		return this.slots.size();
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
