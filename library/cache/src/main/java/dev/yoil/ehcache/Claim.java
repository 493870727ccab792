package dev.yoil.ehcache;

import dev.yoil.ehcache.internal.label.Label;

/**
 * The lease of a value that is put because its key is absent. While it is valid, no other
 * owner can claim the key. So one of several concurrent calls puts its value, although
 * the value of a transaction is not stored before the commit. Thread-safe.
 */
final class Claim extends Lease {

	private final Object value;

	/**
	 * Creates a claim that does not hold its key yet.
	 * @param value the value in the form in which Spring stores it
	 * @param owner whose writes do not void it
	 */
	Claim(long since, Label label, Object value, Object owner) {
		super(since, label, owner);
		this.value = value;
	}

	Object value() {
		return this.value;
	}

}
