package dev.yoil.ehcache;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Leases that nobody else shares: those of values loaded inside a transaction, which only
 * that transaction may see before its commit. Thread-safe.
 */
final class Leases {

	private final ConcurrentMap<Object, Set<Lease>> held = new ConcurrentHashMap<>();

	Lease take(Object key) {
		Lease lease = new Lease();
		this.held.compute(key, (same, leases) -> {
			Set<Lease> all = (leases != null) ? leases : ConcurrentHashMap.newKeySet();
			all.add(lease);
			return all;
		});
		return lease;
	}

	void giveBack(Object key, Lease lease) {
		this.held.computeIfPresent(key, (same, leases) -> {
			leases.remove(lease);
			return leases.isEmpty() ? null : leases;
		});
	}

	void voidAll(Object key) {
		Set<Lease> leases = this.held.remove(key);
		if (leases != null) {
			leases.forEach(Lease::makeVoid);
		}
	}

	void voidAll() {
		this.held.keySet().forEach(this::voidAll);
	}

}
