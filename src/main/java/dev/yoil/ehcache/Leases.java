package dev.yoil.ehcache;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Leases that nobody else shares: those of values loaded or put inside a transaction,
 * which only that transaction may see before its commit. Thread-safe.
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

	/**
	 * Voids the leases of a key, because it is written.
	 * @param writer whose own leases hold; {@code null} if all are to be void
	 */
	void voidAll(Object key, @Nullable Object writer) {
		// Nearly always, and without the lock. Who adds a lease after this look has not
		// read the value yet.
		if (!this.held.containsKey(key)) {
			return;
		}
		this.held.computeIfPresent(key, (same, leases) -> {
			leases.removeIf((lease) -> {
				boolean others = !lease.belongsTo(writer);
				if (others) {
					lease.makeVoid();
				}
				return others;
			});
			return leases.isEmpty() ? null : leases;
		});
	}

	void voidIf(Predicate<Object> keys) {
		this.held.keySet().forEach((key) -> {
			if (keys.test(key)) {
				voidAll(key, null);
			}
		});
	}

}
