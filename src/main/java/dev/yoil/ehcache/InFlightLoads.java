package dev.yoil.ehcache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.region.Regions;

/**
 * The loads of one cache that are queued or running: at most one per key that callers may
 * join. A write to a key voids the load that began before it: callers that already wait
 * still get its value, but it is not stored and no other caller joins. Thread-safe.
 */
final class InFlightLoads {

	private final ConcurrentMap<Object, Load> loads = new ConcurrentHashMap<>();

	private final Regions regions;

	private final KeyRegions keyRegions;

	InFlightLoads(Regions regions, KeyRegions keyRegions) {
		this.regions = regions;
		this.keyRegions = keyRegions;
	}

	/**
	 * Enters a load, unless there is one of that key that it may join. A load that
	 * callers wait for takes the place of a queued one, which then never begins.
	 * @return the load, or the one that is in flight already
	 */
	Load enter(Object key, Load mine) {
		while (true) {
			// Before the other is sought: it may be voided, and the lease renewed, then.
			long oldest = this.regions.oldestToShare();
			Load other = this.loads.putIfAbsent(key, mine);
			if (other == null) {
				return mine;
			}
			boolean taken = !mine.isRefresh() && other.takeOver();
			if (!taken && mayJoin(mine, other, oldest)) {
				return other;
			}
			other.makeVoid();
			if (this.loads.replace(key, other, mine)) {
				return mine;
			}
		}
	}

	/**
	 * Tells whether callers of one load may be given the value of another.
	 * @param oldest when that must have begun at the earliest
	 */
	private static boolean mayJoin(Load mine, Load other, long oldest) {
		return !other.isVoid() && other.begun() - oldest >= 0 && (mine.isThroughTier() || !other.isThroughTier());
	}

	/**
	 * Takes the label of a key. To be called before its value is read.
	 */
	Label label(Object key) {
		return this.keyRegions.label(key);
	}

	/**
	 * Lets the next load of the key begin, then answers the callers that wait: in this
	 * order, so that a caller that asks again after its answer finds the value or begins
	 * the next load.
	 */
	void finish(Object key, Load load, Outcome outcome) {
		try {
			this.loads.remove(key, load);
		}
		finally {
			load.finish(outcome);
		}
	}

	void remove(Object key, Load load) {
		this.loads.remove(key, load);
	}

	/**
	 * Tells whether a refresh of a key is running or queued.
	 */
	boolean isRefreshing(Object key) {
		Load load = this.loads.get(key);
		return load != null && load.isRefresh() && !load.isVoid();
	}

	/**
	 * Voids the load of a key, because the key is written. Once this returns no value
	 * loaded before is stored, also if other threads write the key at the same time. A
	 * queued load never begins.
	 */
	void voidLoad(Object key) {
		Load load = this.loads.get(key);
		if (load != null) {
			load.makeVoid();
			this.loads.remove(key, load);
		}
	}

	void voidIf(Predicate<Object> keys) {
		// Not by the map's own forEach, which Lincheck takes for one step, locks and all.
		for (Map.Entry<Object, Load> entered : this.loads.entrySet()) {
			if (keys.test(entered.getKey())) {
				entered.getValue().makeVoid();
				this.loads.remove(entered.getKey(), entered.getValue());
			}
		}
	}

}
