package dev.yoil.ehcache;

import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;

/**
 * Stamps that tell whether a key was written since a load began. Loads that never end
 * leave nothing behind, because keys share 64 stamps by their hash. So a write to one key
 * may void a load of another, but no write is missed. Thread-safe.
 */
final class WriteStamps {

	/** A power of two. */
	private static final int SLOTS = 64;

	private final AtomicReferenceArray<@Nullable Stamp> stamps = new AtomicReferenceArray<>(SLOTS);

	/** Returns the stamp of a key. Call it before the value is read. */
	Stamp stamp(Object key) {
		int slot = slot(key);
		Stamp stamp = this.stamps.get(slot);
		while (stamp == null) {
			this.stamps.compareAndSet(slot, null, new Stamp());
			stamp = this.stamps.get(slot);
		}
		return stamp;
	}

	void written(Object key) {
		voidSlot(slot(key));
	}

	void allWritten() {
		for (int slot = 0; slot < SLOTS; slot++) {
			voidSlot(slot);
		}
	}

	private void voidSlot(int slot) {
		Stamp stamp = this.stamps.get(slot);
		if (stamp != null) {
			// In this order: a writer that finds none must not leave a valid one behind.
			stamp.makeVoid();
			this.stamps.compareAndSet(slot, stamp, null);
		}
	}

	private static int slot(Object key) {
		int hash = key.hashCode() * 0x9E3779B9;
		return (hash >>> 16) & (SLOTS - 1);
	}

	static final class Stamp {

		private boolean isVoid;

		/** Runs an action unless a key was written. A write waits for the action. */
		synchronized boolean ifUnwritten(Runnable action) {
			if (this.isVoid) {
				return false;
			}
			action.run();
			return true;
		}

		private synchronized void makeVoid() {
			this.isVoid = true;
		}

	}

}
