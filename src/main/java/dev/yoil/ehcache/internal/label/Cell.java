package dev.yoil.ehcache.internal.label;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * One region between two of its changes, and the entries whose values were read in that
 * time. Thread-safe.
 */
public final class Cell {

	private final Map<Object, Map<Object, Object>> entries = new ConcurrentHashMap<>();

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
		this.entries.computeIfAbsent(owner, (missing) -> new ConcurrentHashMap<>()).put(entry, key);
	}

	void remove(Object owner, Object entry) {
		Map<Object, Object> owned = this.entries.get(owner);
		if (owned != null) {
			owned.remove(entry);
		}
	}

	/**
	 * Returns the entries that carry this cell, with their keys. Entries that come or go
	 * change it.
	 * @param owner whose entries
	 * @return {@code null} if there never were any
	 */
	public @Nullable Map<Object, Object> entries(Object owner) {
		return this.entries.get(owner);
	}

}
