package dev.yoil.ehcache.internal.whatif;

import org.jspecify.annotations.Nullable;

/**
 * The counts of the real cache, with the time in which they were counted.
 */
final class Totals {

	private double hits;

	private double misses;

	private double loads;

	private double loadNanos;

	private double dropped;

	private double simulated;

	private double changes;

	private double lost;

	private double millis;

	private long decayedAt;

	Totals(long now) {
		this.decayedAt = now;
	}

	void add(long hits, long misses, long loads, long loadNanos, long dropped) {
		this.hits += hits;
		this.misses += misses;
		this.loads += loads;
		this.loadNanos += loadNanos;
		this.dropped += dropped;
	}

	void simulated() {
		this.simulated++;
	}

	/** Counts a simulated write, removal or change. */
	void changed() {
		this.changes++;
	}

	/** Counts writes, removals and changes that the simulation does not know. */
	void lost(long lost) {
		this.lost += lost;
	}

	void decay(double factor, long now) {
		this.millis = millis(now) * factor;
		this.decayedAt = now;
		this.hits *= factor;
		this.misses *= factor;
		this.loads *= factor;
		this.loadNanos *= factor;
		this.dropped *= factor;
		this.simulated *= factor;
		this.changes *= factor;
		this.lost *= factor;
	}

	private double millis(long now) {
		return this.millis + now - this.decayedAt;
	}

	double seconds(long now) {
		return Math.max(1, millis(now)) / 1e3;
	}

	double lookups() {
		return this.hits + this.misses;
	}

	/**
	 * {@return how many reported lookups stand for one simulated lookup, 1 if none was
	 * dropped}
	 */
	double reported() {
		return (this.simulated > 0) ? (this.simulated + this.dropped) / this.simulated : 1;
	}

	/**
	 * {@return the share of lost writes, removals and changes, from 0 to 1}
	 */
	double lostShare() {
		return (this.lost > 0) ? this.lost / (this.lost + this.changes) : 0;
	}

	double meanLoadNanos() {
		return (this.loads > 0) ? this.loadNanos / this.loads : 0;
	}

	WhatIf.@Nullable Measured measured(long now) {
		double seconds = seconds(now);
		return (lookups() > 0)
				? new WhatIf.Measured(this.hits / lookups(), this.loads / seconds, this.loadNanos / 1e6 / seconds)
				: null;
	}

}
