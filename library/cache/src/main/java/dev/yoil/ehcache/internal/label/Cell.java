package dev.yoil.ehcache.internal.label;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * A region between two of its changes, with the entries whose values were read in that
 * time. Thread-safe.
 */
public final class Cell {

	/** Mostly one: few regions have entries in several caches. */
	private volatile @Nullable Owned owned;

	private volatile boolean dead;

	private volatile boolean overlapping;

	private final String region;

	Cell(String region) {
		this.region = region;
	}

	String region() {
		return this.region;
	}

	boolean isDead() {
		return this.dead;
	}

	/**
	 * {@return whether this call was the first}
	 */
	synchronized boolean kill() {
		boolean first = !this.dead;
		this.dead = true;
		return first;
	}

	/**
	 * Adds an entry.
	 * @param other whether the entry is in another cell, too
	 */
	void add(Object owner, Object entry, boolean other) {
		if (other && !this.overlapping) {
			this.overlapping = true;
		}
		Set<Object> present = entries(owner);
		((present != null) ? present : created(owner)).add(entry);
	}

	private synchronized Set<Object> created(Object owner) {
		Set<Object> present = entries(owner);
		if (present == null) {
			// As small as possible: many regions have one entry.
			present = ConcurrentHashMap.newKeySet(1);
			this.owned = new Owned(owner, present, this.owned);
		}
		return present;
	}

	/**
	 * {@return whether some of the entries are, or were, in another cell, too}
	 */
	public boolean isOverlapping() {
		return this.overlapping;
	}

	void remove(Object owner, Object entry) {
		Set<Object> present = entries(owner);
		if (present != null) {
			present.remove(entry);
		}
	}

	/**
	 * Returns the entries that carry this cell, in a set that follows their changes.
	 * @param owner the index that has the entries
	 * @return {@code null} if there never were any
	 */
	public @Nullable Set<Object> entries(Object owner) {
		for (Owned next = this.owned; next != null; next = next.next()) {
			if (next.owner() == owner) {
				return next.entries();
			}
		}
		return null;
	}

	private record Owned(Object owner, Set<Object> entries, @Nullable Owned next) {
	}

}
