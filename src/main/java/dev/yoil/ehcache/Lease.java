package dev.yoil.ehcache;

import org.jspecify.annotations.Nullable;

/**
 * The right to store a value that is being loaded, or was put in a transaction that is
 * not yet committed. A write to the key, or of the whole cache, voids it: the value may
 * be older than that write. So are the leases of memcached at Facebook (Nishtala et al.,
 * "Scaling Memcache at Facebook", NSDI 2013, section 3.2.1). Thread-safe.
 */
class Lease {

	/** When the load began, in milliseconds since the epoch. */
	private final long since;

	/** Whose writes do not void it; {@code null} for nobody's. */
	private final @Nullable Object owner;

	private boolean isVoid;

	Lease(long since, @Nullable Object owner) {
		this.since = since;
		this.owner = owner;
	}

	final boolean belongsTo(@Nullable Object writer) {
		return writer != null && this.owner == writer;
	}

	final long since() {
		return this.since;
	}

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

	final synchronized boolean isVoid() {
		return this.isVoid;
	}

	final synchronized void makeVoid() {
		this.isVoid = true;
	}

}
