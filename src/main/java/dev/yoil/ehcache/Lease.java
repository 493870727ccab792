package dev.yoil.ehcache;

/**
 * The right to store a value that is being loaded. A write to the key, or of the whole
 * cache, voids it: the value may have been read before that write. Thread-safe.
 */
class Lease {

	private final long since;

	private boolean isVoid;

	/**
	 * Creates a lease.
	 * @param since when the load begins, in milliseconds since the epoch
	 */
	Lease(long since) {
		this.since = since;
	}

	/**
	 * Returns when the load began, in milliseconds since the epoch.
	 */
	final long since() {
		return this.since;
	}

	/**
	 * Does something with the key unless a write came first. A write that comes meanwhile
	 * waits for the action, not for the loading, and then overrides it.
	 */
	final synchronized void use(Runnable action) {
		if (!this.isVoid) {
			action.run();
		}
	}

	final synchronized void makeVoid() {
		this.isVoid = true;
	}

}
