package dev.yoil.ehcache.internal.tables;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import dev.yoil.ehcache.internal.tables.TableWatch.Write;

/**
 * The writes of one connection that are not committed. It is bounded, because a
 * transaction may execute millions of statements. Not thread-safe.
 */
final class OpenTransaction {

	private static final int MOST = 1_000;

	/** The latest write of each place for each unit of work. */
	private final Map<List<Object>, Write> writes = new LinkedHashMap<>();

	/** The number of writes that each savepoint preserves. */
	private final Map<Object, Integer> savepoints = new WeakHashMap<>();

	/**
	 * {@return whether there was room for the write}
	 */
	boolean add(Write write) {
		List<Object> id = List.of(write.tables(), write.places(), write.unit());
		if (!this.writes.containsKey(id) && this.writes.size() >= MOST) {
			return false;
		}
		this.writes.merge(id, write, Write::again);
		return true;
	}

	void setSavepoint(Object savepoint) {
		this.savepoints.put(savepoint, this.writes.size());
	}

	/**
	 * A savepoint that is not known is older than the writes. One that was rolled back
	 * itself may have had more of them.
	 */
	void rollback(Object savepoint) {
		int preserved = this.savepoints.getOrDefault(savepoint, 0);
		List.copyOf(this.writes.keySet()).stream().skip(preserved).forEach(this.writes::remove);
	}

	Collection<Write> writes() {
		return this.writes.values();
	}

}
