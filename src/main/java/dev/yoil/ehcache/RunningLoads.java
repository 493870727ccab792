package dev.yoil.ehcache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.region.Regions;

/**
 * The loads now running in one cache: at most one per key that newcomers may join. A
 * write to a key voids the load that began before it: those who already wait still get
 * its value, but it is not stored and nobody else joins. Thread-safe.
 */
final class RunningLoads {

	private final ConcurrentMap<Object, Load> running = new ConcurrentHashMap<>();

	private final Regions regions;

	private final KeyRegions keyRegions;

	RunningLoads(Regions regions, KeyRegions keyRegions) {
		this.regions = regions;
		this.keyRegions = keyRegions;
	}

	/**
	 * Enters a load, unless there is one of that key.
	 * @return the load, or the one that is running already
	 */
	Load enter(Object key, Load mine) {
		while (true) {
			Newcomer newcomer = newcomer();
			Load other = this.running.putIfAbsent(key, mine);
			if (other == null) {
				return mine;
			}
			if (newcomer.mayJoin(other)) {
				return other;
			}
			other.makeVoid();
			if (this.running.replace(key, other, mine)) {
				return mine;
			}
		}
	}

	/**
	 * To be asked for before the load is sought, which may be voided, and the lease
	 * renewed, then.
	 */
	private Newcomer newcomer() {
		return new Newcomer(this.regions.oldestToShare(), !this.regions.isValid());
	}

	/**
	 * Takes the label of a key, before its value is read.
	 */
	Label label(Object key) {
		return this.keyRegions.label(key);
	}

	/**
	 * Lets the next load of the key begin, then answers those who wait: in this order, so
	 * that whoever asks again after an answer finds the value or begins the next load.
	 */
	void finish(Object key, Load load, Outcome outcome) {
		try {
			this.running.remove(key, load);
		}
		finally {
			load.finish(outcome);
		}
	}

	/**
	 * Tells whether another thread refreshes a value, or is about to.
	 */
	boolean isRefreshing(Object key) {
		Load load = this.running.get(key);
		return load != null && load.isRefresh() && !load.isAbandoned() && !load.isVoid();
	}

	/**
	 * Voids the running load of a key, because the key is written. Once this returns no
	 * value loaded before is stored, whoever else writes the key at the same time.
	 */
	void voidLoad(Object key) {
		Load load = this.running.get(key);
		if (load != null) {
			load.makeVoid();
			this.running.remove(key, load);
		}
	}

	void voidIf(Predicate<Object> keys) {
		// Not by the map's own forEach, which Lincheck takes for one step, locks and all.
		for (Map.Entry<Object, Load> entered : this.running.entrySet()) {
			if (keys.test(entered.getKey())) {
				entered.getValue().makeVoid();
				this.running.remove(entered.getKey(), entered.getValue());
			}
		}
	}

	/**
	 * Answers those who wait for a load that nobody is running, because the cache was
	 * closed. The others will be answered by whoever runs it.
	 */
	void abandonAll() {
		LoadFailure closed = new LoadFailure(new IllegalStateException("The cache was closed"), false);
		this.running.forEach((key, load) -> {
			if (!load.isRunning()) {
				finish(key, load, Outcome.failed(closed));
			}
		});
	}

	/**
	 * Who wants a value from now on.
	 *
	 * @param oldest when a load must have begun at the earliest, in nanoseconds of an
	 * arbitrary origin
	 * @param fromSource whether only the source may give it
	 */
	private record Newcomer(long oldest, boolean fromSource) {

		boolean mayJoin(Load load) {
			return !load.isAbandoned() && !load.isVoid() && load.begun() - this.oldest >= 0
					&& !(this.fromSource && load.isThroughTier());
		}

	}

}
