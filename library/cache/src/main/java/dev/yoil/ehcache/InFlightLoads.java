package dev.yoil.ehcache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

import dev.yoil.ehcache.spi.Validity;
import org.jspecify.annotations.Nullable;

/**
 * The queued and running loads of one cache, at most one per key that callers may join. A
 * write to a key voids the load that began before it: callers that already wait still get
 * its value, but it is not stored, and no other caller joins it. Thread-safe.
 */
final class InFlightLoads {

	private final ConcurrentMap<Object, Load> loads = new ConcurrentHashMap<>();

	private final Validity validity;

	InFlightLoads(Validity validity) {
		this.validity = validity;
	}

	/**
	 * Enters a load, or returns the load in flight that it may join. A load that callers
	 * wait for replaces a queued load, which then never begins.
	 * @throws StackOverflowError if the load could enter but not end
	 */
	Load enter(Load mine) {
		// While no other caller can wait for the load.
		StackProbe.require();
		while (true) {
			// Before the look at the other load, which may be voided just after it.
			long oldest = this.validity.oldestToShare();
			Load other = this.loads.putIfAbsent(mine.key(), mine);
			if (other == null) {
				return mine;
			}
			boolean taken = !mine.isRefresh() && other.takeOver();
			if (!taken && mayJoin(mine, other, oldest)) {
				return other;
			}
			other.makeVoid();
			if (this.loads.replace(mine.key(), other, mine)) {
				return mine;
			}
		}
	}

	private static boolean mayJoin(Load mine, Load other, long oldest) {
		// One that has ended is still here if the comparison of its key failed.
		return !other.isVoid() && !other.isEnded() && other.begunAt() - oldest >= 0
				&& (mine.isThroughTier() || !other.isThroughTier());
	}

	/**
	 * Removes a load, then answers the callers that wait for it. In this order, a caller
	 * that asks again after its answer finds the value or begins the next load.
	 */
	void finish(Load load, Outcome outcome) {
		try {
			remove(load);
		}
		finally {
			load.finish(outcome);
		}
	}

	void remove(Load load) {
		this.loads.remove(load.key(), load);
	}

	/**
	 * {@return the refresh of a key that is queued or running; {@code null} if none is}
	 */
	@Nullable Load refresh(Object key) {
		Load load = this.loads.get(key);
		return (load != null && load.isRefresh() && !load.isVoid()) ? load : null;
	}

	/**
	 * Voids the load of a key, because the key is written. Nothing loaded before is
	 * stored after this returns, and a queued load never begins.
	 */
	void voidLoad(Object key) {
		Load load = this.loads.get(key);
		if (load != null) {
			load.makeVoid();
			remove(load);
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
