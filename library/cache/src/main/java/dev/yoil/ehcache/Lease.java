package dev.yoil.ehcache;

import dev.yoil.ehcache.internal.label.Label;
import org.jspecify.annotations.Nullable;

/**
 * The right to store a value that is being loaded, or was put in a transaction that is
 * not yet committed. A write to the key or a change of its regions voids the lease,
 * because the value may be older (Nishtala et al., "Scaling Memcache at Facebook", NSDI
 * 2013, section 3.2.1). Thread-safe.
 */
class Lease {

	/** Start of the load, in milliseconds since the epoch. */
	private final long since;

	/** The writer whose writes do not void the lease. */
	private final @Nullable Object owner;

	private volatile Label label;

	private volatile boolean isVoid;

	Lease(long since, Label label, @Nullable Object owner) {
		this.since = since;
		this.label = label;
		this.owner = owner;
	}

	final long since() {
		return this.since;
	}

	final Label label() {
		return this.label;
	}

	/** Replaces the label: nothing was read yet, or the owner has killed the old one. */
	final void label(Label label) {
		this.label = label;
	}

	/**
	 * Runs an action on the key unless the lease is void. A write waits for the action,
	 * not for the load, and then overrides it.
	 * @return whether the action ran
	 */
	final synchronized boolean use(Runnable action) {
		if (isVoid()) {
			return false;
		}
		action.run();
		return true;
	}

	final boolean isVoid() {
		return this.isVoid || this.label.isDead();
	}

	final synchronized void makeVoid() {
		this.isVoid = true;
	}

	final @Nullable Object owner() {
		return this.owner;
	}

	/**
	 * {@return whether it was voided}
	 */
	final boolean voidUnlessOwnedBy(@Nullable Object writer) {
		boolean voided = writer == null || this.owner != writer;
		if (voided) {
			makeVoid();
		}
		return voided;
	}

}
