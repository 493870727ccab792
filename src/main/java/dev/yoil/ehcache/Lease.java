package dev.yoil.ehcache;

/**
 * The right to store a value that is being loaded. A write to the key, or of the whole
 * cache, voids it: the value may have been read before that write. Thread-safe.
 */
class Lease {

	private boolean isVoid;

	/**
	 * Does something with the key unless a write came first. A write that comes meanwhile
	 * waits for the action, not for the loading, and then overrides it.
	 * @return whether it was done
	 */
	final synchronized boolean use(Runnable action) {
		if (!this.isVoid) {
			action.run();
		}
		return !this.isVoid;
	}

	final synchronized void makeVoid() {
		this.isVoid = true;
	}

}
