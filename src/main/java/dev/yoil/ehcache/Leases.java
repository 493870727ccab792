package dev.yoil.ehcache;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/**
 * Leases that nobody else shares: those of values loaded inside a transaction, which only
 * that transaction may see before its commit. Thread-safe.
 */
final class Leases {

	/** The sets are only touched under the map's lock on their key. */
	private final ConcurrentMap<Object, Set<Lease>> held = new ConcurrentHashMap<>();

	void add(Object key, Lease lease) {
		this.held.compute(key, (same, leases) -> {
			Set<Lease> all = (leases != null) ? leases : new HashSet<>();
			all.add(lease);
			return all;
		});
	}

	void remove(Object key, Lease lease) {
		this.held.computeIfPresent(key, (same, leases) -> {
			leases.remove(lease);
			return leases.isEmpty() ? null : leases;
		});
	}

	void voidAll(Object key) {
		this.held.computeIfPresent(key, (same, leases) -> {
			leases.forEach(Lease::makeVoid);
			return null;
		});
	}

	void voidAll() {
		voidIf((key) -> true);
	}

	void voidIf(Predicate<Object> keys) {
		this.held.keySet().forEach((key) -> {
			if (keys.test(key)) {
				voidAll(key);
			}
		});
	}

}
