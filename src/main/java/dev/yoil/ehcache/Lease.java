package dev.yoil.ehcache;

import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.internal.tx.TransactionWork;
import org.jspecify.annotations.Nullable;

/**
 * The right to store a value that is being loaded, or was put in a transaction that is
 * not yet committed. A write to the key, or a change of its regions, voids it: the value
 * may be older than that write. So are the leases of memcached at Facebook (Nishtala et
 * al., "Scaling Memcache at Facebook", NSDI 2013, section 3.2.1). Thread-safe.
 */
class Lease {

	/** When the load began, in milliseconds since the epoch. */
	private final long since;

	/** Whose writes do not void it; {@code null} for nobody's. */
	private final @Nullable TransactionWork owner;

	/** Taken before the value is read. */
	private volatile Label label;

	private boolean isVoid;

	Lease(long since, Label label, @Nullable TransactionWork owner) {
		this.since = since;
		this.label = label;
		this.owner = owner;
	}

	final boolean belongsTo(@Nullable Object writer) {
		return writer != null && this.owner == writer;
	}

	final long since() {
		return this.since;
	}

	final Label label() {
		return this.label;
	}

	/**
	 * Takes another label: nothing was read yet, or it was the owner that killed the one
	 * before.
	 */
	final void label(Label label) {
		this.label = label;
	}

	/**
	 * Does something with the key unless a write came first. A write that comes meanwhile
	 * waits for the action, not for the loading, and then overrides it.
	 * @return whether it was done
	 */
	final synchronized boolean use(Runnable action) {
		if (isVoid()) {
			return false;
		}
		action.run();
		return true;
	}

	final synchronized boolean isVoid() {
		return this.isVoid || this.label.isDead();
	}

	final synchronized void makeVoid() {
		this.isVoid = true;
	}

}
