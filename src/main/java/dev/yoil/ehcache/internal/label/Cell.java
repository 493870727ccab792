package dev.yoil.ehcache.internal.label;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * One region between two of its changes, and the entries whose values were read in that
 * time. Thread-safe.
 */
public final class Cell {

	/** Mostly one: few regions have entries in several caches. */
	private volatile @Nullable Owned owned;

	private volatile boolean dead;

	Cell() {
	}

	boolean isDead() {
		return this.dead;
	}

	/**
	 * {@return whether this killed it, and not another change before}
	 */
	synchronized boolean kill() {
		boolean first = !this.dead;
		this.dead = true;
		return first;
	}

	void add(Object owner, Object key, Object entry) {
		Map<Object, Object> present = entries(owner);
		((present != null) ? present : created(owner)).put(entry, key);
	}

	private synchronized Map<Object, Object> created(Object owner) {
		Map<Object, Object> present = entries(owner);
		if (present == null) {
			// As small as it gets: many regions have one entry.
			present = new ConcurrentHashMap<>(1);
			this.owned = new Owned(owner, present, this.owned);
		}
		return present;
	}

	void remove(Object owner, Object entry) {
		Map<Object, Object> present = entries(owner);
		if (present != null) {
			present.remove(entry);
		}
	}

	/**
	 * Returns the entries that carry this cell, with their keys. Entries that come or go
	 * change it.
	 * @param owner whose entries
	 * @return {@code null} if there never were any
	 */
	public @Nullable Map<Object, Object> entries(Object owner) {
		for (Owned next = this.owned; next != null; next = next.next()) {
			if (next.owner() == owner) {
				return next.entries();
			}
		}
		return null;
	}

	private record Owned(Object owner, Map<Object, Object> entries, @Nullable Owned next) {
	}

}
