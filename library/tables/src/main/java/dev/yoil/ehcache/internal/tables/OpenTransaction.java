package dev.yoil.ehcache.internal.tables;

import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.internal.tables.TableWatch.Write;

/**
 * The uncommitted work of one connection. It is bounded, because a transaction may
 * execute millions of statements. Not thread-safe.
 */
final class OpenTransaction {

	private static final int MOST = 1_000;

	/** The latest write of each place for each unit of work. */
	private final Map<List<Object>, Kept> writes = new HashMap<>();

	/** The number of writes that each savepoint preserves. */
	private final IdentityHashMap<Object, Integer> savepoints = new IdentityHashMap<>();

	private int executed;

	/**
	 * {@return whether there was room for the write}
	 */
	boolean add(Write write) {
		this.executed++;
		List<Object> id = List.of(write.tables(), write.places(), write.unit());
		Kept before = this.writes.get(id);
		if (before == null && this.writes.size() >= MOST) {
			return false;
		}
		this.writes.put(id, (before == null) ? new Kept(this.executed, write)
				: new Kept(before.first(), before.write().again(write)));
		return true;
	}

	void setSavepoint(Object savepoint) {
		if (this.savepoints.size() < MOST) {
			this.savepoints.put(savepoint, this.executed);
		}
	}

	void releaseSavepoint(Object savepoint) {
		this.savepoints.remove(savepoint);
	}

	/** A savepoint that is not known is older than the writes. */
	void rollback(Object savepoint) {
		int preserved = this.savepoints.getOrDefault(savepoint, 0);
		this.writes.values().removeIf((kept) -> kept.first() > preserved);
	}

	Collection<Write> writes() {
		return this.writes.values().stream().map(Kept::write).toList();
	}

	/**
	 * The writes of a place.
	 *
	 * @param first the number of the first of them
	 */
	private record Kept(int first, Write write) {
	}

}
