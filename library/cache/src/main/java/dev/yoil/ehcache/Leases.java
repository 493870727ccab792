package dev.yoil.ehcache;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The leases of values that one caller loads for itself, and of values that transactions
 * have put and not yet committed. A lease is held weakly, because the cache does not
 * learn that a caller's load has failed: the lease lasts as long as its holder keeps it.
 * Thread-safe.
 */
final class Leases {

	private final ConcurrentMap<Place, List<Held>> held = new ConcurrentHashMap<>();

	private final ReferenceQueue<Lease> collected = new ReferenceQueue<>();

	void add(Object key, Lease lease) {
		removeCollected();
		Held added = new Held(Place.of(key), lease, this.collected);
		this.held.merge(added.place, List.of(added), Leases::concat);
	}

	private static List<Held> concat(List<Held> present, List<Held> added) {
		return Stream.concat(present.stream(), added.stream()).toList();
	}

	/**
	 * Adds the claim of a key, unless another owner has a valid claim.
	 * @return the claim that holds the key now
	 */
	Claim claim(Object key, Claim claim) {
		removeCollected();
		Held added = new Held(Place.of(key), claim, this.collected);
		Claim[] holding = { claim };
		this.held.merge(added.place, List.of(added), (present, one) -> {
			for (Held each : present) {
				if (each.get() instanceof Claim other && other.owner() != claim.owner() && !other.isVoid()) {
					holding[0] = other;
					return present;
				}
			}
			return concat(present, one);
		});
		return holding[0];
	}

	private void removeCollected() {
		for (Reference<?> gone = this.collected.poll(); gone != null; gone = this.collected.poll()) {
			Held lost = (Held) gone;
			remove(lost.place, (other) -> other == lost);
		}
	}

	void remove(Object key, Lease lease) {
		remove(Place.of(key), (other) -> other.get() == lease);
	}

	private void remove(Place place, Predicate<Held> leases) {
		this.held.computeIfPresent(place, (same, present) -> {
			List<Held> left = present.stream().filter(leases.negate()).toList();
			return left.isEmpty() ? null : left;
		});
	}

	/**
	 * Voids the leases of a key, because it is written.
	 * @param writer the owner of leases to keep; {@code null} to void all
	 */
	void voidAll(Object key, @Nullable Object writer) {
		voidAll(Place.of(key), writer);
	}

	private void voidAll(Place place, @Nullable Object writer) {
		// Mostly there are none, and this takes no lock. A lease that is added after it
		// belongs to a value that is not yet read.
		List<Held> leases = this.held.get(place);
		if (leases != null) {
			// In this order: another writer that finds none must not leave a valid one.
			List<Held> voided = leases.stream().filter((lease) -> lease.voidUnlessOwnedBy(writer)).toList();
			remove(place, voided::contains);
		}
	}

	void voidIf(Predicate<Object> keys, @Nullable Object writer) {
		for (Place place : this.held.keySet()) {
			if (keys.test(place.key())) {
				voidAll(place, writer);
			}
		}
	}

	/**
	 * A key with its hash code. A lease that was collected can be removed even if the key
	 * cannot calculate it any more.
	 */
	private record Place(Object key, int hash) {

		static Place of(Object key) {
			return new Place(key, key.hashCode());
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Place that && this.hash == that.hash && this.key.equals(that.key);
		}

		@Override
		public int hashCode() {
			return this.hash;
		}

	}

	private static final class Held extends WeakReference<Lease> {

		private final Place place;

		Held(Place place, Lease lease, ReferenceQueue<Lease> collected) {
			super(lease, collected);
			this.place = place;
		}

		boolean voidUnlessOwnedBy(@Nullable Object writer) {
			Lease lease = get();
			return lease == null || lease.voidUnlessOwnedBy(writer);
		}

	}

}
