package dev.yoil.ehcache;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * The leases of values that transactions have loaded or put and not yet committed.
 * Thread-safe.
 */
final class Leases {

	/** The sets are used only under the map's lock on their key. */
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
	 * @param writer the owner of leases to keep; {@code null} to void all
	 */
	void voidAll(Object key, @Nullable Object writer) {
		// Mostly there are none, and this takes no lock. A lease that is added after it
		// belongs to a value that is not yet read.
		if (!this.held.containsKey(key)) {
			return;
		}
		this.held.computeIfPresent(key, (same, leases) -> {
			leases.removeIf((lease) -> lease.voidUnlessOwnedBy(writer));
			return leases.isEmpty() ? null : leases;
		});
	}

	void voidIf(Predicate<Object> keys, @Nullable Object writer) {
		this.held.keySet().forEach((key) -> {
			if (keys.test(key)) {
				voidAll(key, writer);
			}
		});
	}

}
